import './diff.css';
import { useMemo } from 'react';
import { formatCount } from '../ui/format.js';
import { diffRows, type DiffRow } from './diff.js';

const signs = { same: ' ', removed: '−', added: '+' } as const;

/** The names of both sides. */
interface DiffSides {
  left: string;
  right: string;
}

const conflictSides: DiffSides = { left: 'saved text (theirs)', right: 'your text' };
/** Rendering hundreds of thousands of lines would block the page. */
const MAX_ROWS = 2_000;

interface DiffViewProps {
  left: string;
  right: string;
  /** The saved text of another user and the local text by default. */
  sides?: DiffSides;
}

/** The differences between two texts (left, − and right, +), line by line. */
export function DiffView({ left, right, sides = conflictSides }: DiffViewProps) {
  const rows = useMemo(() => diffRows(left, right), [left, right]);
  return (
    <figure className="diff-figure">
      <figcaption>
        − {sides.left}, + {sides.right}
      </figcaption>
      <div className="diff" role="region" aria-label="Differences" tabIndex={0}>
        {rows.slice(0, MAX_ROWS).map((row, index) => (
          <DiffLine key={index} row={row} sides={sides} />
        ))}
        {rows.length > MAX_ROWS && (
          <div className="diff-gap">… {formatCount(rows.length - MAX_ROWS)} more lines</div>
        )}
      </div>
    </figure>
  );
}

function DiffLine({ row, sides }: { row: DiffRow; sides: DiffSides }) {
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
        <span className="visually-hidden">
          {row.kind === 'removed' && `${sides.left}: `}
          {row.kind === 'added' && `${sides.right}: `}
        </span>
        {row.text}
      </code>
    </div>
  );
}
