import type { Batch, CreateBatch } from '@sluice/contracts';
import { announceRun } from '../http/announce-run.js';
import { ApiError, call, isOffline } from '../http/client.js';
import { queryClient, reads } from '../http/reads.js';
import { retryWhileOffline } from '../http/retry-while-offline.js';
import type { SentParameters } from '../parameters/parameter-input.js';
import type { TextRange } from '../sql/text-range.js';
import { updateTab, type Tab } from '../tabs/tabs.js';
import { randomId } from '../ui/random-id.js';
import { createStore, useStore } from '../ui/store.js';
import { confirmProduction } from './confirm-production.js';

/** A batch that was sent and is not acknowledged yet. */
export interface Submission {
  /** The service is unreachable; the request is retried. */
  isOffline: boolean;
  /** Stops retrying. The service may have created the batch already. */
  abort(): void;
}

/** Pending submissions by tab ID. */
const submissions = createStore<Record<string, Submission>>({});

function setSubmission(tabId: string, submission: Submission | null): void {
  const others = Object.entries(submissions.get()).filter(([id]) => id !== tabId);
  submissions.set(
    Object.fromEntries(submission === null ? others : [...others, [tabId, submission]]),
  );
}

/** Returns the pending submission of a tab; undefined if there is none. */
export const useSubmission = (tabId: string): Submission | undefined =>
  useStore(submissions, (all) => all[tabId]);

/** Retries stop after this time: a run that starts much later would surprise its author. */
const MAX_RETRY_MS = 5 * 60_000;

/**
 * Runs the text of a tab, or the selected part of it, with the values of its parameters. Does nothing while the tab has a
 * pending submission, or if the user refuses to run a destructive statement on production.
 * Retries carry one idempotency key, so the service creates one batch.
 *
 * @throws ApiError, with status 0 if the service stayed unreachable
 */
export async function runBatch(
  tab: Tab,
  selection: TextRange | null,
  connectionClientId: string | null,
  parameters?: SentParameters,
): Promise<void> {
  if (tab.connectionId === null) throw new Error('Choose a connection first');
  if (submissions.get()[tab.id] !== undefined) return;
  const selectedText = selection === null ? null : tab.text.slice(selection.from, selection.to);
  const executed = selectedText === null || selectedText.trim() === '' ? tab.text : selectedText;
  if (!(await confirmProduction(tab.connectionId, executed))) return;
  const body: CreateBatch = {
    connectionId: tab.connectionId,
    batchText: tab.text,
    name: tab.name === '' ? null : tab.name,
    queryId: tab.queryId,
    selectedText,
    connectionClientId,
    chart: tab.chart,
    ...parameters,
  };
  const headers = { 'idempotency-key': randomId() };
  const controller = new AbortController();
  const { signal } = controller;
  const abort = (): void => controller.abort();
  setSubmission(tab.id, { isOffline: false, abort });
  try {
    const batch = await retryWhileOffline(
      () => call<Batch>('POST', '/api/batches', { body, headers, signal }),
      {
        signal,
        maxMs: MAX_RETRY_MS,
        onOffline: () => setSubmission(tab.id, { isOffline: true, abort }),
      },
    );
    queryClient.setQueryData(reads.batch(batch.id).queryKey, batch);
    updateTab(tab.id, { batchId: batch.id });
    announceRun();
  } catch (error) {
    if (!signal.aborted && !isOffline(error)) {
      hideFailedRun(tab);
      throw error;
    }
    throw new ApiError(0, { title: noAnswer });
  } finally {
    setSubmission(tab.id, null);
  }
}

/** Detaches a failed run, whose error would look like that of the refused one, e.g. of a comment alone. */
function hideFailedRun({ id, batchId }: Tab): void {
  if (batchId === null) return;
  const last = queryClient.getQueryData(reads.batch(batchId).queryKey);
  if (last?.status === 'error') updateTab(id, { batchId: null });
}

const noAnswer =
  'The service did not answer. The run may have started; check the history before you run it again.';
