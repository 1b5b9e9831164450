import { driverSchema, type DriverInfo } from '@sluice/contracts';
import { definitions, type DriverDefinition, type DriverField } from '@sluice/drivers/definitions';
import { z } from 'zod';
import { errorResponses, type Scope } from '../http/index.js';

/** `GET /api/drivers`, for all signed-in users. */
export function registerDrivers(scope: Scope): void {
  const drivers = definitions.map(presentDriver);
  scope.route({
    method: 'GET',
    url: '/api/drivers',
    schema: {
      summary: 'List the database drivers and the fields of their connections',
      tags: ['connections'],
      response: { 200: z.array(driverSchema), ...errorResponses },
    },
    handler: () => drivers,
  });
}

/** `endpoint`, `aliases` and `pem` are rules for requests, not for forms. */
const presentField = ({
  endpoint: _endpoint,
  aliases: _aliases,
  pem: _pem,
  impliedBy,
  ...shown
}: DriverField): DriverInfo['fields'][number] => ({
  ...shown,
  ...(impliedBy !== undefined && { impliedBy: [...impliedBy.keys] }),
});

const presentDriver = (definition: DriverDefinition): DriverInfo => ({
  id: definition.id,
  name: definition.name,
  fields: definition.fields.map(presentField),
  supportsConnectionClient: definition.supportsConnectionClient,
  supportsCancel: definition.supportsCancel,
  isAsynchronous: definition.isAsynchronous,
  dialect: definition.dialect,
});
