import type { TableDetail } from '@sluice/contracts';

/** The detail of an unfolded table: read, being read, or why it could not be read. */
export type TableState = { detail: TableDetail } | { error: string } | 'loading';

/** A line below the columns of a table: a key, an index or a note. */
export interface TablePart {
  name: string;
  /** Kind of the line, such as `index`. */
  note: string;
}

/** Returns the lines below the columns of a table. Indexes of keys are not repeated. */
export function partsOf(state: TableState | undefined): TablePart[] {
  if (state === undefined) return [];
  if (state === 'loading') return [{ name: 'Loading keys and indexes…', note: '' }];
  if ('error' in state) return [{ name: state.error, note: 'no detail' }];
  const { keys, foreignKeys, indexes } = state.detail;
  const keyNames = new Set(keys.map(({ name }) => name));
  const own = indexes.filter(({ name }) => !keyNames.has(name));
  return [
    ...keys.map(({ columns, kind }) => ({
      name: columns.join(', '),
      note: kind === 'primary' ? 'primary key' : 'unique key',
    })),
    ...foreignKeys.map((key) => ({
      name: `${key.columns.join(', ')} → ${referenceOf(key, state.detail.schema)}`,
      note: 'foreign key',
    })),
    ...own.map(({ name, columns, isUnique }) => ({
      name: `${name} (${columns.join(', ')})`,
      note: isUnique ? 'unique index' : 'index',
    })),
  ];
}

type ForeignKey = TableDetail['foreignKeys'][number];

function referenceOf(key: ForeignKey, schema: string | null): string {
  const { referencedSchema, referencedTable, referencedColumns } = key;
  const isElsewhere = referencedSchema !== null && referencedSchema !== schema;
  const table = isElsewhere ? `${referencedSchema}.${referencedTable}` : referencedTable;
  return `${table} (${referencedColumns.join(', ')})`;
}

/** Returns the mark of a column: `PK` in the primary key, `FK` in a foreign key, or nothing. */
export function keyMarkOf(state: TableState | undefined, column: string): string {
  if (typeof state !== 'object' || !('detail' in state)) return '';
  const { keys, foreignKeys } = state.detail;
  const marks = [
    keys.some(({ kind, columns }) => kind === 'primary' && columns.includes(column)) ? 'PK' : '',
    foreignKeys.some(({ columns }) => columns.includes(column)) ? 'FK' : '',
  ];
  return marks.filter((mark) => mark !== '').join(' ');
}

const units = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Returns the estimate of rows, such as `≈ 1.2M rows`; empty if there is none. */
export function estimateText(state: TableState | undefined): string {
  if (typeof state !== 'object' || !('detail' in state)) return '';
  const { rowEstimate } = state.detail;
  if (rowEstimate === null) return '';
  return `≈ ${units.format(rowEstimate)} ${rowEstimate === 1 ? 'row' : 'rows'}`;
}
