import {
  StatementType,
  type DuckDBDataChunk,
  type DuckDBPreparedStatement,
  type DuckDBResult,
} from '@duckdb/node-api';
import type { BoundValue, ColumnInfo, ConnectionSchema, TableDetail } from '@sluice/contracts';
import { columnInfos } from '@sluice/driver-kit/rows/columns';
import { DriverError, type StatementSummary, type TableName } from '@sluice/driver-kit';
import type { Statistics } from '@sluice/driver-kit/encode/statistics';
import type { OpenCommand, SessionState } from '@sluice/driver-kit/local/frames';
import type { Engine, StatementSink } from '@sluice/driver-kit/engine-host/engine';
import { RowSink } from '@sluice/driver-kit/engine-host/row-sink';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { splitStatements } from '@sluice/sql';
import { beginsTransaction, commandOf, countsRows, hasRows } from './command.js';
import { describeTable } from './describe-table.js';
import { statementError } from './errors.js';
import { openInstance, type Opened } from './instance.js';
import { introspect } from './introspect.js';
import { bindValues } from './parameters.js';
import { assertNoEarlyWrites, assertNoFileWrites } from './read-only.js';
import { DuckdbRowWriter } from './rows.js';
import { expanded } from './statements.js';
import { readableQuery } from './type-columns.js';
import { columnTypeOf } from './types.js';

/** Interval of repeated interrupts: DuckDB ignores an interrupt while nothing runs. */
const INTERRUPT_EVERY_MS = 50;

/** Opens the database. @throws DriverError */
export async function openDuckdb(open: OpenCommand): Promise<Engine> {
  return new DuckdbEngine(open, await openInstance(open));
}

class DuckdbEngine implements Engine {
  private inTransaction = false;
  private interrupting: NodeJS.Timeout | null = null;

  constructor(
    private readonly open: OpenCommand,
    private opened: Opened,
  ) {}

  get state(): SessionState {
    // An interrupt keeps the session, so a kill is the last step.
    return { isPlain: false, inTransaction: this.inTransaction };
  }

  async run(
    sql: string,
    values: readonly BoundValue[],
    limits: ReadLimits,
    rowSink: StatementSink,
  ): Promise<StatementSummary> {
    if (isBlank(sql)) return emptySummary;
    if (this.open.readOnly) assertNoEarlyWrites(sql);
    let summary = emptySummary;
    try {
      // The last statement of an expansion determines the result.
      for await (const statement of expanded(this.opened.connection, sql)) {
        bindValues(statement, values);
        summary = await this.runPrepared(sql, statement, limits, rowSink);
      }
      return summary;
    } catch (error) {
      throw error instanceof DriverError ? error : statementError(error, sql);
    } finally {
      this.stopInterrupting();
    }
  }

  introspect(): Promise<ConnectionSchema> {
    return this.readCatalog(introspect(this.opened.connection));
  }

  describeTable(table: TableName): Promise<TableDetail | null> {
    return this.readCatalog(describeTable(this.opened.connection, table));
  }

  private async readCatalog<T>(read: Promise<T>): Promise<T> {
    try {
      return await read;
    } catch (error) {
      throw statementError(error, '');
    } finally {
      this.stopInterrupting();
    }
  }

  async reset(): Promise<void> {
    this.close();
    this.opened = await openInstance(this.open);
    this.inTransaction = false;
  }

  interrupt(): void {
    const ask = (): void => {
      this.opened.connection.interrupt();
    };
    ask();
    this.interrupting ??= setInterval(ask, INTERRUPT_EVERY_MS);
  }

  close(): void {
    this.opened.connection.closeSync();
    this.opened.instance.closeSync();
  }

  private stopInterrupting(): void {
    if (this.interrupting) clearInterval(this.interrupting);
    this.interrupting = null;
  }

  private async runPrepared(
    sql: string,
    statement: DuckDBPreparedStatement,
    limits: ReadLimits,
    sink: StatementSink,
  ): Promise<StatementSummary> {
    const type = statement.statementType;
    if (this.open.readOnly) assertNoFileWrites(type, sql);
    sink.prepared(type !== StatementType.SELECT);
    if (sink.isCancelled()) throw cancelled();
    const summary: StatementSummary = { ...emptySummary, command: commandOf(type, sql) };
    // Before it runs, a statement with parameters does not know the types of its columns.
    const isDescribed = type === StatementType.SELECT && statement.parameterCount === 0;
    const query = isDescribed ? readableQuery(statement, sql) : null;
    const result = await (query ? this.opened.connection.stream(query.sql) : statement.stream());
    // The library does not report the transaction state.
    if (type === StatementType.TRANSACTION) this.inTransaction = beginsTransaction(sql);
    if (hasRows(result.returnType)) {
      return { ...summary, ...(await send(result, limits, sink, query?.types)) };
    }
    const [count] = (await result.getRows())[0] ?? [];
    const isCount = countsRows(type) && typeof count === 'bigint';
    return { ...summary, affectedRows: isCount ? Number(count) : null };
  }
}

type SentRows = Pick<StatementSummary, 'columns' | 'rowCount' | 'truncatedBy'>;

/** Sends the rows of a result until no more are wanted. */
async function send(
  result: DuckDBResult,
  limits: ReadLimits,
  sink: StatementSink,
  typeColumns: ReadonlySet<number> = new Set(),
): Promise<SentRows> {
  const types = result.columnTypes();
  const infos = (statistics?: Statistics): ColumnInfo[] =>
    columnInfos(
      types.map((type, column) => ({
        name: result.columnName(column),
        type: typeColumns.has(column)
          ? { ...columnTypeOf(type), dbType: 'TYPE' }
          : columnTypeOf(type),
      })),
      statistics,
    );
  sink.accepted(infos());
  const writer = new DuckdbRowWriter(types, limits.maxCellBytes);
  const rowSink = new RowSink(writer, limits, sink.rows);
  let isWanted = true;
  for await (const chunk of ahead(result)) {
    if (sink.isCancelled()) throw cancelled();
    // Reading the property is a native call.
    const { rowCount } = chunk;
    writer.begin(chunk);
    for (let row = 0; row < rowCount && isWanted; row++) {
      isWanted = rowSink.row(row, writer.measure(row));
    }
    if (!isWanted) break;
  }
  rowSink.flush();
  const { statistics, stored, truncatedBy } = rowSink.encoder;
  return { columns: infos(statistics), rowCount: stored, truncatedBy };
}

/** Yields the chunks of a result; DuckDB computes the next chunk while this thread writes the current one. */
async function* ahead(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  let next = result.fetchChunk();
  try {
    for (let chunk = await next; chunk && chunk.rowCount > 0; chunk = await next) {
      next = result.fetchChunk();
      // The error is handled where the promise is awaited; an unhandled rejection would end the process.
      next.catch(() => undefined);
      yield chunk;
    }
  } finally {
    // The session is busy until then.
    await next.catch(() => undefined);
  }
}

const cancelled = (): DriverError =>
  new DriverError('cancelled', 'failed', 'The statement was cancelled');

const emptySummary: StatementSummary = {
  columns: null,
  rowCount: 0,
  affectedRows: null,
  command: null,
  truncatedBy: null,
  notices: [],
};

/** Returns whether the text has only white space, comments and semicolons, which the library cannot prepare. */
const isBlank = (sql: string): boolean => splitStatements(sql, 'duckdb', 1).length === 0;
