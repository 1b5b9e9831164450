import { readFileSync } from 'node:fs';

const naive = readFileSync(new URL('./naive-run-batch.mjs', import.meta.url), 'utf8');

const claims = 'packages/database/dist/repositories/queue/claims.js';
const queries = 'packages/database/dist/sql/embedded.js';
const lostBatches = 'packages/database/dist/repositories/queue/lost-batches.js';

/**
 * The changes of each mutant: in `file`, every `from` becomes `to`, or all of it becomes `whole`.
 */
export const mutants = {
  'naive worker': [
    { file: 'apps/worker/dist/run/run-queued.js', whole: naive },
    {
      file: 'apps/worker/dist/executor/handlers.js',
      from: 'runBatch: ({ id }) => queue.slots.run(() => runQueued(queue, id))',
      to: 'runBatch: ({ id }) => runQueued(batches, id)',
    },
  ],
  // In the database: see routines.ts.
  'claim without owner check': [],
  'status written by id alone': [
    {
      file: claims,
      from:
        " and lease_token = ${leaseToken}::uuid and status = 'started'\n" +
        '    and exists (select from workers where id = ${workerId} and lease_expires_at > now())\n' +
        '  for update',
      to: '\n  for update',
    },
    {
      file: queries,
      from:
        " and lease_token = :leaseToken::uuid and status = 'started'\n" +
        '  for update\n), ended as',
      to: '\n  for update\n), ended as',
    },
    {
      file: queries,
      from: "batch_id = held.id and status = 'started'",
      to: 'batch_id = held.id',
    },
  ],
  'sweep that queues claimed work again': [
    {
      file: lostBatches,
      from: 'lost.filter((batch) => batch.isUntouched)',
      to: 'lost.filter((batch) => !batch.isDone)',
    },
    { file: lostBatches, from: '!batch.isUntouched && !batch.isDone', to: 'false' },
    {
      file: lostBatches,
      from: 'await releaseBatches(transaction, ids);\n    const query',
      to:
        'await releaseBatches(transaction, ids);\n' +
        '    await transaction.$executeRaw `\n' +
        "    update statements set status = 'queued' where batch_id = any(${ids}::uuid[])`;\n" +
        '    const query',
    },
  ],
  'lost result that is said to have run': [
    {
      file: 'apps/worker/dist/run/result-lost.js',
      from: 'failure === null ? completedOutcome(where) : failure.outcome',
      to: "'ran_result_lost'",
    },
  ],
  'file written after the status': [
    {
      file: 'packages/results/dist/file-writer.js',
      from: 'before: () => this.#rename(isIndexed),',
      to: 'before: async () => void setTimeout(() => void this.#rename(isIndexed), 5_000),',
    },
  ],
};
