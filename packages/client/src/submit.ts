import { ApiError, SluiceError } from './errors.js';
import { taggedBatch, type TaggedBatch } from './follow.js';
import type { Connection } from './operations.js';
import type { RunOptions, RunQueryOptions } from './run-options.js';
import type { Transport } from './transport.js';

/** Returns a unique key. `randomUUID` is unavailable in a page without TLS. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/**
 * Submits a batch exactly once, even if responses are lost. The run's signal does not interrupt it: a batch
 * with an unknown id could not be cancelled.
 */
export async function submitBatch(
  transport: Transport,
  sql: string,
  options: RunOptions,
  idempotencyKey: string,
): Promise<TaggedBatch> {
  options.signal?.throwIfAborted();
  const { name, connectionClientId, queryId, parameters, parameterTypes, maxAgeSeconds } = options;
  return onConnection(transport, options.connection, async (connectionId) =>
    taggedBatch(
      await transport.send('POST /api/batches', {
        headers: { 'idempotency-key': idempotencyKey },
        body: {
          connectionId,
          batchText: sql,
          name,
          connectionClientId,
          queryId,
          parameters,
          parameterTypes,
          maxAgeSeconds,
        },
      }),
    ),
  );
}

/** Runs a saved query exactly once, as {@link submitBatch} does. */
export async function submitQuery(
  transport: Transport,
  id: string,
  options: RunQueryOptions,
  idempotencyKey: string,
): Promise<TaggedBatch> {
  options.signal?.throwIfAborted();
  const { connection, parameters, parameterTypes, maxAgeSeconds } = options;
  const submit = async (connectionId?: string): Promise<TaggedBatch> =>
    taggedBatch(
      await transport.send('POST /api/queries/{id}/run', {
        path: { id },
        headers: { 'idempotency-key': idempotencyKey },
        body: { connectionId, parameters, parameterTypes, maxAgeSeconds },
      }),
    );
  return connection === undefined ? submit() : onConnection(transport, connection, submit);
}

/** Submits with a connection's id, or with the id of the connection of that name. */
async function onConnection(
  transport: Transport,
  connection: string,
  submit: (connectionId: string) => Promise<TaggedBatch>,
): Promise<TaggedBatch> {
  try {
    return await submit(connection);
  } catch (error) {
    if (!isAboutConnection(error)) throw error;
    // The value is not an id, so it may be a name.
    const id = await idOfName(transport, connection);
    if (id === undefined) throw error;
    return submit(id);
  }
}

const isAboutConnection = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 400 &&
  error.body.errors?.some(({ path }) => path === 'connectionId') === true;

async function idOfName(transport: Transport, name: string): Promise<string | undefined> {
  const { text } = await transport.send('GET /api/connections', {});
  const named = (JSON.parse(text) as Connection[]).filter((each) => each.name === name);
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ');
    throw new SluiceError(`Several connections are named ${name}: ${ids}`);
  }
  return named[0]?.id;
}
