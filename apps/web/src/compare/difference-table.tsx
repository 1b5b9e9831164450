import type { ColumnInfo } from '@sluice/contracts';
import {
  cellsOf,
  changeLabels,
  valueText,
  type Difference,
  type DifferenceCell,
} from './differences.js';

interface DifferenceTableProps {
  columns: ColumnInfo[];
  differences: Difference[];
}

/** The differences, one in each row. A changed cell shows both values. */
export function DifferenceTable({ columns, differences }: DifferenceTableProps) {
  return (
    <table className="differences">
      <thead>
        <tr>
          <th scope="col">Change</th>
          {columns.map(({ name }, at) => (
            <th key={at} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference, row) => (
          <tr key={row} data-change={difference.change}>
            <td>{changeLabels[difference.change]}</td>
            {cellsOf(difference, columns.length).map((cell, at) => (
              <td key={at} className={columns[at]?.datatype === 'number' ? 'number' : undefined}>
                <Cell cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell }: { cell: DifferenceCell }) {
  if ('value' in cell) return <Value value={cell.value} />;
  return (
    <>
      <del>
        <Value value={cell.before} />
      </del>{' '}
      <ins>
        <Value value={cell.after} />
      </ins>
    </>
  );
}

function Value({ value }: { value: unknown }) {
  const text = valueText(value);
  return text === null ? <em>NULL</em> : <>{text}</>;
}
