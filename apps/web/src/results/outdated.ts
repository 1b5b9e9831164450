import type { Batch } from '@sluice/contracts';
import { executedText } from './executed-text.js';

/** The SQL and the connection of a tab. */
export interface EditorText {
  text: string;
  connectionId: string | null;
}

/** Returns whether the text or the connection has changed since a run that has ended. */
export function isOutdated(
  batch: Pick<Batch, 'status' | 'batchText' | 'selectedText' | 'connectionId'>,
  { text, connectionId }: EditorText,
): boolean {
  if (batch.status === 'started') return false;
  if (batch.connectionId !== connectionId) return true;
  const executed = executedText(batch).trim();
  // A selection is current as long as the text contains it.
  return executedText(batch) === batch.batchText
    ? text.trim() !== executed
    : !text.includes(executed);
}
