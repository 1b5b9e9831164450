import type { ColumnInfo } from '../operations.js';
import type { Row } from '../result.js';
import { chosenFormat } from './chosen-format.js';
import { UsageError } from './usage.js';
import type { CommandWorld } from './world.js';

/** `sluice connections` */
export async function connectionsCommand(world: CommandWorld): Promise<void> {
  const { client, signal } = world;
  const connections = await client.request('GET /api/connections', { signal });
  const rows = connections.map(({ id, name, driver, description }) => [
    id,
    name,
    driver,
    description,
  ]);
  await writeList(world, ['id', 'name', 'driver', 'description'], rows);
}

/** `sluice batches` */
export async function batchesCommand(world: CommandWorld): Promise<void> {
  const { client, signal, values } = world;
  const limit = wholeNumber(values.limit ?? '20');
  const batches = await client.request('GET /api/batches', { query: { limit }, signal });
  const rows = batches.map(
    ({ id, status, connectionId, startTime, durationMs, name, batchText }) => [
      id,
      status,
      connectionId,
      startTime,
      durationMs,
      name ?? batchText,
    ],
  );
  const heads = ['id', 'status', 'connectionId', 'startTime', 'durationMs', 'nameOrText'];
  await writeList(world, heads, rows);
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new UsageError(`Invalid limit: ${text}. Use a number from 1 to 99999.`);
  return Number(text);
}

async function writeList(
  world: CommandWorld,
  names: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const format = chosenFormat(world)(names.map(textColumn));
  await world.output.write(format.begin() + format.page(rows) + format.end());
}

const textColumn = (name: string): ColumnInfo => ({
  name,
  datatype: 'string',
  min: null,
  max: null,
  maxValueLength: 0,
  maxLineLength: 0,
  dbType: 'text',
});
