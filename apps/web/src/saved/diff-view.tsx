import './diff.css';
import { useMemo } from 'react';
import { countOf } from '../workbench/format.js';
import { diffRows, type DiffRow } from './diff.js';

const signs = { same: ' ', removed: '−', added: '+' } as const;
const spoken = { same: '', removed: 'theirs: ', added: 'yours: ' } as const;
/** A text of hundreds of thousands of lines is told, not drawn. */
const mostRows = 2_000;

/** What differs between the saved text (left, −) and the text here (right, +), line by line. */
export function DiffView({ left, right }: { left: string; right: string }) {
  const rows = useMemo(() => diffRows(left, right), [left, right]);
  return (
    <figure className="diff-figure">
      <figcaption>− what is saved (theirs), + what is here (yours)</figcaption>
      <div className="diff" role="region" aria-label="Differences" tabIndex={0}>
        {rows.slice(0, mostRows).map((row, index) => (
          <DiffLine key={index} row={row} />
        ))}
        {rows.length > mostRows && (
          <div className="diff-gap">… {countOf(rows.length - mostRows)} more lines</div>
        )}
      </div>
    </figure>
  );
}

function DiffLine({ row }: { row: DiffRow }) {
  if (row.kind === 'gap') {
    return (
      <div className="diff-gap">
        {countOf(row.lines)} equal {row.lines === 1 ? 'line' : 'lines'}
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
