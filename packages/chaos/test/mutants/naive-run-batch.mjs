// The naive way to run batches from a queue, which replaces the worker's own: a job is a batch, it runs at
// every delivery, and statuses are written by id, whatever they were.
import pg from 'pg';

// Modules beside the replaced one.
const beside = (name) => import(new URL(name, import.meta.url).href);
const { openSession } = await beside('../session/open-session.js');
const { storeResult } = await beside('./store-result.js');

const sql = new pg.Pool({ connectionString: process.env.DATABASE_URL });

export const runQueuedForClients = () => Promise.resolve();
export const runQueuedInFreeSlot = () => undefined;
export const runBacklog = () => undefined;

export async function runQueued(deps, batchId) {
  if (batchId === undefined) return;
  const { rows } = await sql.query(
    `select s.id, s.statement_text as text, c.id as connection, c.driver, c.encrypted_data as data
     from statements s join batches b on b.id = s.batch_id join connections c on c.id = b.connection_id
     where b.id = $1 order by s.sequence`,
    [batchId],
  );
  const { connection: id, driver, data: encryptedData } = rows[0];
  const connection = { id, driver, encryptedData, readOnly: false, pausedUntil: null };
  const batch = {
    connection,
    user: { id: 'naive' },
    allowed: true,
    isUserActive: true,
    connectionClientId: null,
    handover: null,
  };
  const { signal } = new AbortController();
  const session = await openSession(deps, batch, null, signal);
  const options = { ...deps.limits, signal };
  const storing = { results: deps.results, retentionMs: 60_000, onProgress: async () => undefined };
  for (const { id: statementId, text } of rows) {
    const startedOn = new Date();
    await sql.query("update statements set status = 'started', start_time = now() where id = $1", [
      statementId,
    ]);
    const sent = await session.connection.run(text, options);
    const result = await storeResult(storing, { id: statementId, startedOn }, sent);
    await sql.query(
      `update statements set status = 'finished', stop_time = now(), results_path = $2,
         row_count = $3, bytes = $4, checksum = $5 where id = $1`,
      [statementId, result.resultsPath, result.rowCount, result.bytes, result.checksum],
    );
  }
  await sql.query("update batches set status = 'finished', stop_time = now() where id = $1", [
    batchId,
  ]);
  await session.release(false);
}
