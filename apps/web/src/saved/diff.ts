import { diffLines } from 'diff';

/** A line of a comparison, or a stretch of equal lines that is left out. */
export type DiffRow =
  | { kind: 'same' | 'removed' | 'added'; text: string; left: number | null; right: number | null }
  | { kind: 'gap'; lines: number };

/** Equal lines that are shown around each change. */
const contextLines = 3;
/** Texts that have less than nothing in common are compared no longer than this. */
const longestComparisonMs = 2_000;

type Line = Extract<DiffRow, { text: string }>;

/**
 * What was taken away from one text and what was added to give the other, line by line, with line numbers
 * from 1. Texts too different to be compared in time are given as all removed, all added.
 */
export function diffRows(left: string, right: string): DiffRow[] {
  const changes = diffLines(ended(left), ended(right), { timeout: longestComparisonMs }) ?? [
    { removed: true, added: false, value: ended(left) },
    { removed: false, added: true, value: ended(right) },
  ];
  let leftLine = 0;
  let rightLine = 0;
  const lines: Line[] = changes.flatMap(({ added, removed, value }) =>
    linesOf(value).map((text) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text,
      left: added ? null : ++leftLine,
      right: removed ? null : ++rightLine,
    })),
  );
  return folded(lines);
}

/** The last line counts as the others do, with or without an end; so do the ends of Windows. */
const ended = (text: string): string =>
  text === '' ? '' : `${text.replaceAll('\r\n', '\n').replace(/\n$/, '')}\n`;

const linesOf = (value: string): string[] => value.replace(/\n$/, '').split('\n');

function folded(lines: Line[]): DiffRow[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    const to = Math.min(lines.length - 1, index + contextLines);
    for (let near = Math.max(0, index - contextLines); near <= to; near++) isNear[near] = true;
  });
  const rows: DiffRow[] = [];
  lines.forEach((line, index) => {
    const last = rows.at(-1);
    if (isNear[index] === true) rows.push(line);
    else if (last?.kind === 'gap') last.lines++;
    else rows.push({ kind: 'gap', lines: 1 });
  });
  return rows;
}
