import type { Batch } from '@sluice/contracts';
import { oneLine } from '../ui/one-line.js';
import type { TextRange } from '../sql/text-range.js';

type Texts = Pick<Batch, 'batchText' | 'selectedText'>;

const isSelection = ({ selectedText }: Texts): boolean => (selectedText ?? '').trim() !== '';

/** Returns the text that a run executed: the selection, or the whole text. */
export const executedText = (texts: Texts): string =>
  isSelection(texts) ? (texts.selectedText ?? '') : texts.batchText;

/** Returns the name of a run, or its text as one line. */
export const runNameOf = ({ name, ...texts }: Texts & Pick<Batch, 'name'>): string =>
  name ?? oneLine(executedText(texts));

/** Returns a text and the range in it that executes the same SQL again; a null range stands for the whole text. */
export function textToRunAgain(texts: Texts): { text: string; range: TextRange | null } {
  const { batchText } = texts;
  if (!isSelection(texts)) return { text: batchText, range: null };
  const executed = executedText(texts);
  const from = batchText.indexOf(executed);
  return from === -1
    ? { text: executed, range: null }
    : { text: batchText, range: { from, to: from + executed.length } };
}
