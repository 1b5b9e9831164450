import type { DuckDBValue } from '@duckdb/node-api';
import type { ViewRequest } from '@sluice/contracts';
import { aggregateJson, compileAggregate, type CompiledAggregate } from './aggregates.js';
import { cellsOf } from './cells.js';
import { condition } from './conditions.js';
import type { Database } from './database.js';
import { KeptTables } from './kept-tables.js';
import { pageFrom, pageOf } from './page.js';
import type { RowSet } from './row-set.js';
import type { RowsFile } from './rows-file.js';
import type { Search } from './search.js';
import type { ViewTable } from './table.js';

/** A page that ends beyond it sorts all rows once and keeps the order; DuckDB finds the first rows without it. */
const TOP_ROWS = 1_000;
const OVERFLOW = /overflow|out of range/i;

/** Parts of the process that a view uses. */
export interface ViewParts {
  database: Database;
  table: ViewTable;
  search: Search;
  file: RowsFile;
  /** Resolves when the file is verified and rows can be read at any position. */
  scanned: Promise<void>;
  rowCount: number;
}

/** Answers checked requests. Answers are JSON texts: cells are copied from the file, byte for byte. */
export class Views {
  private readonly orders: KeptTables;
  private readonly groups: KeptTables;
  private readonly totals = new Map<string, number>();

  constructor(private readonly parts: ViewParts) {
    this.orders = new KeptTables(parts.database, 'ordered');
    this.groups = new KeptTables(parts.database, 'grouped');
  }

  /** Returns the body of the response. @throws ViewFailure, an error of the database, the reason of the signal */
  async answer(request: ViewRequest, signal: AbortSignal): Promise<Buffer> {
    const { table, search, scanned } = this.parts;
    await table.load(columnsOf(request));
    const found = request.search ? await search.find(request.search, signal) : null;
    if (found !== null && isOnlySearch(request)) return this.foundPage(request, found);
    const where = await this.where(request, found);
    const total = await this.total(request, where);
    await scanned;
    return this.body(total, await this.rest(request, where, total));
  }

  private body(total: number, parts: Buffer[]): Buffer {
    const head = `{"rowCount":${String(this.parts.rowCount)},"total":${String(total)}`;
    return Buffer.concat([Buffer.from(head), ...parts, Buffer.from('}')]);
  }

  /** A page in stored order needs no database. */
  private async foundPage(request: ViewRequest, found: RowSet): Promise<Buffer> {
    const { offset, limit } = pageOf(request);
    return this.body(found.count, await this.rows(found.page(offset, limit), request.columns));
  }

  private async rest(request: ViewRequest, where: string, total: number): Promise<Buffer[]> {
    if (request.distinct) return [Buffer.from(await this.distinct(request, where))];
    if (request.groupBy) return [Buffer.from(await this.grouped(request, where))];
    const aggregates = request.aggregates
      ? `,"aggregates":[${(await this.aggregate(request, where)).join(',')}]`
      : '';
    return [Buffer.from(aggregates), ...(await this.page(request, where, total))];
  }

  private async where(request: ViewRequest, found: RowSet | null): Promise<string> {
    const { table, search } = this.parts;
    const { filters = [] } = request;
    const each = filters.map((filter) => condition(filter, table.column(filter.column)));
    if (request.search && found !== null) {
      const { name } = await search.table(request.search, found);
      each.push(`t.rowid in (select r from ${name})`);
    }
    return each.length === 0 ? '' : `where ${each.join(' and ')}`;
  }

  private async total({ filters, search }: ViewRequest, where: string): Promise<number> {
    const key = JSON.stringify([filters, search]);
    const known = where === '' ? this.parts.rowCount : this.totals.get(key);
    if (known !== undefined) return known;
    const { database, table } = this.parts;
    const [[count] = []] = await database.rows(`select count(*) from ${table.relation} ${where}`);
    if (this.totals.size > 100) this.totals.clear();
    this.totals.set(key, Number(count));
    return Number(count);
  }

  private async page(request: ViewRequest, where: string, total: number): Promise<Buffer[]> {
    return this.rows(total === 0 ? [] : await this.rowNumbers(request, where), request.columns);
  }

  private async rows(numbers: readonly number[], columns?: number[]): Promise<Buffer[]> {
    const stored = await this.parts.file.rows(numbers);
    const rows = columns ? stored.map((row) => rowOf(cellsOf(row), columns)) : stored;
    const sent = numbers.slice(0, rows.length);
    const separated = rows.flatMap((row, at) => (at === 0 ? [row] : [COMMA, row]));
    return [Buffer.from(`,"rowNumbers":${JSON.stringify(sent)},"rows":[`), ...separated, CLOSE];
  }

  /** Row numbers of the page in the order of the view. */
  private async rowNumbers(request: ViewRequest, where: string): Promise<number[]> {
    const { sort = [], filters, search } = request;
    const { offset, limit, sample } = pageOf(request);
    const { database, table, rowCount } = this.parts;
    if (where === '' && sort.length === 0) return pageFrom(request, rowCount).positions();
    const order = [...sort.map((each) => this.orderBy(each)), 't.rowid'].join(', ');
    const all = `select t.rowid r from ${table.relation} ${where} order by ${order}`;
    const key = JSON.stringify([sort, filters, search]);
    let kept = this.orders.find(key);
    if (kept === undefined && sample === undefined && offset + limit <= TOP_ROWS) {
      return numbersOf(
        await database.rows(`${all} limit ${String(limit)} offset ${String(offset)}`),
      );
    }
    kept ??= await this.orders.keep(key, (name) => database.run(`create table ${name} as ${all}`));
    return numbersOf(
      await database.rows(
        `select r from ${kept.name} where ${pageFrom(request, kept.rowCount).condition} order by rowid`,
      ),
    );
  }

  private orderBy(
    by: NonNullable<ViewRequest['sort']>[number],
    aggregates: readonly CompiledAggregate[] | null = null,
  ): string {
    const { column, aggregate, descending = false, nulls } = by;
    const row = aggregates === null ? 't.rowid' : 'min(t.rowid)';
    const found = aggregate === undefined ? row : (aggregates?.[aggregate]?.order ?? 'null');
    const value = column === undefined ? found : this.parts.table.column(column).value;
    const place = nulls ?? (descending ? 'first' : 'last');
    return `${value} ${descending ? 'desc' : 'asc'} nulls ${place}`;
  }

  private async aggregate({ aggregates = [] }: ViewRequest, where: string): Promise<string[]> {
    if (aggregates.length === 0) return [];
    const { database, table } = this.parts;
    const [compiled, [answers = []]] = await this.sums(aggregates, (each) =>
      database.rows(
        `select ${each.map(({ sql }) => sql).join(', ')} from ${table.relation} ${where}`,
      ),
    );
    return this.written(compiled, answers);
  }

  /** Exact sums may overflow 38 digits; then they are floating-point numbers. */
  private async sums<T>(
    aggregates: NonNullable<ViewRequest['aggregates']>,
    run: (compiled: CompiledAggregate[]) => Promise<T>,
  ): Promise<[CompiledAggregate[], T]> {
    const compile = (isRough: boolean) =>
      aggregates.map((each) =>
        compileAggregate(each, (index) => this.parts.table.column(index), isRough),
      );
    const exact = compile(false);
    try {
      return [exact, await run(exact)];
    } catch (error) {
      if (!(error instanceof Error) || !OVERFLOW.test(error.message)) throw error;
      const rough = compile(true);
      return [rough, await run(rough)];
    }
  }

  private async distinct(request: ViewRequest, where: string): Promise<string> {
    const { distinct } = request;
    const { column, order = 'count' } = distinct ?? { column: 0 };
    const { database, table } = this.parts;
    const { value } = table.column(column);
    const key = JSON.stringify([distinct, request.filters, request.search]);
    const by = order === 'count' ? `n desc, ${value} nulls last` : `${value} nulls last`;
    const kept =
      this.groups.find(key) ??
      (await this.groups.keep(key, (name) =>
        database.run(
          `create table ${name} as select min(t.rowid) r, count(*) n from ${table.relation} ${where} group by ${value} order by ${by}`,
        ),
      ));
    const rows = await database.rows(allOf(kept.name, pageFrom(request, kept.rowCount).condition));
    const values: string[] = [];
    for (const [row, count] of rows) {
      const cell = await this.cell(Number(row), column);
      values.push(`{"value":${cell},"count":${String(Number(count))}}`);
    }
    return `,"distinct":{"total":${String(kept.rowCount)},"values":[${values.join(',')}]}`;
  }

  private async grouped(request: ViewRequest, where: string): Promise<string> {
    const { groupBy = [], aggregates = [], sort = [] } = request;
    const { database, table } = this.parts;
    const values = groupBy.map((column) => table.column(column).value);
    const [compiled, kept] = await this.sums(aggregates, async (each) => {
      const answers = each.map(({ sql }, at) => `${sql} a${String(at)}`);
      const order = [
        ...sort.map((by) => this.orderBy(by, each)),
        ...values.map((value) => `${value} nulls last`),
      ];
      // With the SQL, because exact and floating-point sums are different answers.
      const key = JSON.stringify([groupBy, answers, order, request.filters, request.search]);
      const create = (name: string): Promise<void> =>
        database.run(
          `create table ${name} as select ${['min(t.rowid) r', ...answers].join(', ')}
           from ${table.relation} ${where} group by ${values.join(', ')} order by ${order.join(', ')}`,
        );
      return this.groups.find(key) ?? this.groups.keep(key, create);
    });
    const groups: string[] = [];
    for (const [row, ...answers] of await database.rows(
      allOf(kept.name, pageFrom(request, kept.rowCount).condition),
    )) {
      const cells = await this.cells(Number(row));
      const keyCells = groupBy.map((column) => cells[column] ?? 'null');
      const written = await this.written(compiled, answers);
      groups.push(`{"key":[${keyCells.join(',')}],"values":[${written.join(',')}]}`);
    }
    return `,"groups":{"total":${String(kept.rowCount)},"rows":[${groups.join(',')}]}`;
  }

  private async written(compiled: CompiledAggregate[], answers: DuckDBValue[]): Promise<string[]> {
    const texts: string[] = [];
    for (const [at, { written, column }] of compiled.entries()) {
      const answer = answers[at] ?? null;
      if (written !== 'row') texts.push(aggregateJson(answer, written));
      else texts.push(answer === null ? 'null' : await this.cell(Number(answer), column));
    }
    return texts;
  }

  /** The JSON text of a value, exactly as stored. */
  private async cell(row: number, column: number): Promise<string> {
    return (await this.cells(row))[column] ?? 'null';
  }

  private async cells(row: number): Promise<string[]> {
    const [bytes] = await this.parts.file.rows([row]);
    return bytes === undefined ? [] : cellsOf(bytes);
  }
}

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');

const numbersOf = (rows: DuckDBValue[][]): number[] => rows.map(([row]) => Number(row));

/** The stored cells of some columns, as one row. */
const rowOf = (cells: string[], columns: number[]): Buffer =>
  Buffer.from(`[${columns.map((column) => cells[column] ?? 'null').join(',')}]`);

const allOf = (table: string, condition: string): string =>
  `select * from ${table} where ${condition} order by rowid`;

/** Whether only a text decides which rows are returned, and in which order. */
const isOnlySearch = ({ sort = [], filters = [], ...request }: ViewRequest): boolean =>
  sort.length === 0 &&
  filters.length === 0 &&
  !(request.aggregates ?? request.groupBy ?? request.distinct ?? request.sample);

/** All columns that a request compares or calculates with. */
function columnsOf({ sort, filters, distinct, groupBy, aggregates }: ViewRequest): number[] {
  const each = [...(sort ?? []), ...(filters ?? []), ...(aggregates ?? [])];
  return [
    ...each.flatMap(({ column }) => column ?? []),
    ...(distinct ? [distinct.column] : []),
    ...(groupBy ?? []),
  ];
}
