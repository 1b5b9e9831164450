import { runBatch } from '../editor/run-batch.js';
import { queryClient, reads } from '../http/reads.js';
import { textToRunAgain } from '../results/executed-text.js';
import { activeTab, openRun } from '../tabs/tabs.js';

/** Opens a run in a new tab and runs the same SQL again. @throws ApiError */
export async function runAgain(batchId: string): Promise<void> {
  const batch = await queryClient.query(reads.batch(batchId));
  const { text, range } = textToRunAgain(batch);
  openRun({ ...batch, batchText: text });
  const { parameters, parameterTypes } = batch;
  const sent =
    parameters === null ? undefined : { parameters, parameterTypes: parameterTypes ?? {} };
  await runBatch(activeTab(), range, null, sent);
}
