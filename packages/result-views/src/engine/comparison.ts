import type { DuckDBValue } from '@duckdb/node-api';
import type { RowChange } from '@sluice/contracts';
import type { PairRequest } from '../protocol.js';
import { cellsOf } from './cells.js';
import type { Database } from './database.js';
import type { TypedColumn } from './kinds.js';
import type { Lines } from './lines.js';
import type { RowsFile } from './rows-file.js';
import { markLongNumbers } from './sql.js';

const DEFAULT_LIMIT = 100;

/** One of the two results. */
export interface Side {
  lines: Lines;
  file: RowsFile;
  /** Resolves when the file is verified and rows can be read at any position. */
  scanned: Promise<void>;
  rowCount: number;
}

/** Parts of the process that a comparison uses. A result without rows is null. */
export interface ComparisonParts {
  database: Database;
  columns: readonly TypedColumn[];
  before: Side | null;
  after: Side | null;
}

/** Counts of the differences for one choice of keys. */
interface Summary {
  /** The keys as JSON. */
  keys: string;
  added: number;
  removed: number;
  changed: number;
  repeatedKeys: number;
}

/** The row numbers of one difference. */
interface Difference {
  before: number | null;
  after: number | null;
}

const conditions: Record<RowChange, string> = {
  added: 'where b is null',
  removed: 'where a is null',
  changed: 'where a is not null and b is not null',
};

/**
 * Compares two results. DuckDB holds a digest of each row and of its key, and then only the row numbers of the
 * differences. Answers are JSON texts: rows are copied from the files, byte for byte.
 */
export class RowComparison {
  private summary: Summary | null = null;

  constructor(private readonly parts: ComparisonParts) {}

  /** Returns the body of the response. @throws ViewFailure, an error of the database */
  async answer({
    keys = [],
    change,
    offset = 0,
    limit = DEFAULT_LIMIT,
  }: PairRequest): Promise<Buffer> {
    const { database, before, after } = this.parts;
    const summary = await this.summarize(keys);
    await Promise.all([before?.scanned, after?.scanned]);
    const { added, removed, changed, repeatedKeys } = summary;
    const where = change === undefined ? '' : conditions[change];
    const page = await database.rows(
      `select b, a from differences ${where} order by rowid limit ${String(limit)} offset ${String(offset)}`,
    );
    const beforeCount = before?.rowCount ?? 0;
    const head = {
      beforeCount,
      afterCount: after?.rowCount ?? 0,
      added,
      removed,
      changed,
      unchanged: beforeCount - removed - changed,
      repeatedKeys,
      total: change === undefined ? added + removed + changed : summary[change],
    };
    const rows = await this.rows(
      page.map(([b, a]) => ({ before: rowNumber(b), after: rowNumber(a) })),
    );
    return Buffer.concat([
      Buffer.from(`${JSON.stringify(head).slice(0, -1)},"rows":[`),
      ...rows.flatMap((row, at) => (at === 0 ? [row] : [COMMA, row])),
      Buffer.from(']}'),
    ]);
  }

  /** Finds the differences, unless they are known for these keys. */
  private async summarize(keys: readonly number[]): Promise<Summary> {
    const text = JSON.stringify(keys);
    if (this.summary?.keys === text) return this.summary;
    this.summary = null;
    const { database } = this.parts;
    await this.digest('before_rows', this.parts.before, keys);
    await this.digest('after_rows', this.parts.after, keys);
    const repeatedKeys = (await this.repeated('before_rows')) + (await this.repeated('after_rows'));
    await database.run(differencesSql(repeatedKeys > 0));
    await database.run('drop table before_rows; drop table after_rows');
    const [[added, removed, all] = []] = await database.rows(
      'select count(*) filter (b is null), count(*) filter (a is null), count(*) from differences',
    );
    const summary = {
      keys: text,
      added: Number(added),
      removed: Number(removed),
      changed: Number(all) - Number(added) - Number(removed),
      repeatedKeys,
    };
    this.summary = summary;
    return summary;
  }

  /** Creates a table with two digests of each row in stored order: `k` of its key and `h` of the row. */
  private async digest(name: string, side: Side | null, keys: readonly number[]): Promise<void> {
    const create = `create or replace table ${name} as select`;
    if (side === null) {
      await this.parts.database.run(`${create} md5_number('') k, md5_number('') h where false`);
      return;
    }
    const key = keys.length === 0 ? 'md5_number(l)' : this.keySql(keys);
    await side.lines.run((lines) => `${create} ${key} k, md5_number(l) h from ${lines}`);
  }

  private keySql(keys: readonly number[]): string {
    const hasJson = keys.some((key) => this.parts.columns[key]?.datatype === 'json');
    const line = hasJson ? markLongNumbers('l') : 'l';
    const paths = keys.map((key) => `'$[${String(key)}]'`).join(', ');
    return `md5_number(cast(to_json(json_extract_string(${line}, [${paths}])) as varchar))`;
  }

  private async repeated(name: string): Promise<number> {
    const [[count] = []] = await this.parts.database.rows(
      `select count(*) - count(distinct k) from ${name}`,
    );
    return Number(count);
  }

  /** JSON of the differences; fewer when their rows exceed the size of a page. */
  private async rows(differences: readonly Difference[]): Promise<Buffer[]> {
    const before = await rowsOf(
      this.parts.before,
      differences.map((each) => each.before),
    );
    const after = await rowsOf(
      this.parts.after,
      differences.map((each) => each.after),
    );
    const written: Buffer[] = [];
    for (const difference of differences) {
      const earlier = difference.before === null ? null : before.get(difference.before);
      const later = difference.after === null ? null : after.get(difference.after);
      if (earlier === undefined || later === undefined) break;
      written.push(differenceJson(earlier, later));
    }
    return written;
  }
}

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from('}');

const rowNumber = (value: DuckDBValue | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);

/** Rows with the same key are matched in stored order; without repeated keys that order is not needed. */
function differencesSql(hasRepeated: boolean): string {
  const order = hasRepeated ? ', row_number() over (partition by k order by rowid) o' : '';
  const side = (name: string): string => `(select rowid r, k, h${order} from ${name})`;
  return `create or replace table differences as select b.r b, a.r a
    from ${side('before_rows')} b full outer join ${side('after_rows')} a
      on b.k = a.k ${hasRepeated ? 'and b.o = a.o' : ''}
    where b.h is distinct from a.h order by coalesce(a.r, b.r), a.r is null`;
}

/** Reads rows by their numbers; those beyond the size of a page are missing. */
async function rowsOf(
  side: Side | null,
  numbers: readonly (number | null)[],
): Promise<Map<number, Buffer>> {
  const wanted = numbers.filter((number) => number !== null);
  if (side === null || wanted.length === 0) return new Map();
  const rows = await side.file.rows(wanted);
  return new Map(rows.map((row, at) => [wanted[at] ?? 0, row]));
}

function differenceJson(before: Buffer | null, after: Buffer | null): Buffer {
  if (before === null) {
    return Buffer.concat([Buffer.from('{"change":"added","after":'), after ?? NO_ROW, CLOSE]);
  }
  if (after === null) {
    return Buffer.concat([Buffer.from('{"change":"removed","before":'), before, CLOSE]);
  }
  const earlier = cellsOf(before);
  const columns = cellsOf(after).flatMap((cell, at) => (cell === earlier[at] ? [] : [at]));
  return Buffer.concat([
    Buffer.from('{"change":"changed","before":'),
    before,
    Buffer.from(',"after":'),
    after,
    Buffer.from(`,"columns":${JSON.stringify(columns)}}`),
  ]);
}

const NO_ROW = Buffer.from('[]');
