import './diff.css';
import { useMemo } from 'react';
import { formatCount } from '../ui/format.js';
import { diffRows, type DiffRow } from './diff.js';

const signs = { same: ' ', removed: '−', added: '+' } as const;
const spoken = { same: '', removed: 'theirs: ', added: 'yours: ' } as const;
/** Rendering hundreds of thousands of lines would block the page. */
const MAX_ROWS = 2_000;

/** The differences between the saved text (left, −) and the local text (right, +), line by line. */
export function DiffView({ left, right }: { left: string; right: string }) {
  const rows = useMemo(() => diffRows(left, right), [left, right]);
  return (
    <figure className="diff-figure">
      <figcaption>− saved text (theirs), + your text</figcaption>
      <div className="diff" role="region" aria-label="Differences" tabIndex={0}>
        {rows.slice(0, MAX_ROWS).map((row, index) => (
          <DiffLine key={index} row={row} />
        ))}
        {rows.length > MAX_ROWS && (
          <div className="diff-gap">… {formatCount(rows.length - MAX_ROWS)} more lines</div>
        )}
      </div>
    </figure>
  );
}

function DiffLine({ row }: { row: DiffRow }) {
  if (row.kind === 'gap') {
    return (
      <div className="diff-gap">
        {formatCount(row.lines)} unchanged {row.lines === 1 ? 'line' : 'lines'}
      </div>
    );
  }
  return (
    <div className="diff-line" data-kind={row.kind}>
      <span className="diff-number">{row.left}</span>
      <span className="diff-number">{row.right}</span>
      <span aria-hidden="true">{signs[row.kind]}</span>
      <code>
        <span className="visually-hidden">{spoken[row.kind]}</span>
        {row.text}
      </code>
    </div>
  );
}
