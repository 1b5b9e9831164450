import { z } from 'zod';
import { listConnections, type ConnectionDependencies } from '../../connections/index.js';
import { withoutEmpty } from '../run-view.js';
import { defineTool, type Tool } from '../tool.js';

/** More connections would fill the context of a model. */
const MAX_CONNECTIONS = 100;

/** Lists the connections that the token may use, without their endpoints. */
export const listConnectionsTool = (connections: ConnectionDependencies): Tool =>
  defineTool({
    name: 'list_connections',
    description: 'List the database connections you may use. Other tools need a connection id.',
    scope: 'schema:read',
    isReadOnly: true,
    input: z.strictObject({
      offset: z.int().min(0).max(1_000_000).optional(),
    }),
    run: async ({ offset = 0 }, { principal }) => {
      const slice = { take: MAX_CONNECTIONS + 1, skip: offset };
      const found = await listConnections(connections, principal, slice);
      const hasMore = found.length > MAX_CONNECTIONS;
      return {
        body: {
          connections: found
            .slice(0, MAX_CONNECTIONS)
            .map(({ id, name, driver, description, environment, readOnly, pausedUntil }) =>
              withoutEmpty({ id, name, driver, description, environment, readOnly, pausedUntil }),
            ),
          ...(hasMore && { note: `More follow: use offset ${offset + MAX_CONNECTIONS}` }),
        },
      };
    },
  });
