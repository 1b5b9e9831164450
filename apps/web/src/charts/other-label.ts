import { cellText } from '../results/grid/cell-text.js';

/** Returns the label of the combined labels; it differs from all kept ones. */
export function otherLabel(kept: readonly unknown[]): string {
  const taken = new Set(kept.map(cellText));
  let label = 'Other';
  for (let count = 2; taken.has(label); count++) label = `Other (${String(count)})`;
  return label;
}

/** Returns the note about combined labels. */
export const otherNote = (label: string, count: number): string =>
  `“${label}” combines ${new Intl.NumberFormat('en').format(count)} ${count === 1 ? 'label' : 'labels'}.`;
