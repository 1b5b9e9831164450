import { diffLines } from 'diff';

/** A line of a comparison, or a gap of unchanged lines. */
export type DiffRow =
  | { kind: 'same' | 'removed' | 'added'; text: string; left: number | null; right: number | null }
  | { kind: 'gap'; lines: number };

/** Unchanged lines shown around each change. */
const CONTEXT_LINES = 3;
/** Comparing very different texts stops after this time. */
const MAX_COMPARISON_MS = 2_000;

type Line = Extract<DiffRow, { text: string }>;

/**
 * Returns the line changes between two texts, with line numbers from 1. If the comparison takes too long, all
 * lines are returned as removed and added.
 */
export function diffRows(left: string, right: string): DiffRow[] {
  const from = withFinalNewline(left);
  const to = withFinalNewline(right);
  const changes = diffLines(from, to, { timeout: MAX_COMPARISON_MS }) ?? [
    { removed: true, added: false, value: from },
    { removed: false, added: true, value: to },
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
  return withGaps(lines);
}

/** Normalises line ends, so that a missing final newline or CRLF is not a difference. */
const withFinalNewline = (text: string): string =>
  text === '' ? '' : `${text.replaceAll('\r\n', '\n').replace(/\n$/, '')}\n`;

const linesOf = (value: string): string[] => value.replace(/\n$/, '').split('\n');

/** Replaces unchanged lines far from any change by gaps. */
function withGaps(lines: Line[]): DiffRow[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    const to = Math.min(lines.length - 1, index + CONTEXT_LINES);
    for (let near = Math.max(0, index - CONTEXT_LINES); near <= to; near++) isNear[near] = true;
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
