import {
  StatementType,
  type DuckDBDataChunk,
  type DuckDBPreparedStatement,
  type DuckDBResult,
} from '@duckdb/node-api';
import type { ColumnInfo, ConnectionSchema } from '@sluice/contracts';
import { columnInfos } from '@sluice/driver-kit/rows/columns';
import { DriverError, type StatementSummary } from '@sluice/driver-kit';
import type { Statistics } from '@sluice/driver-kit/encode/statistics';
import type { OpenCommand, SessionState } from '@sluice/driver-kit/local/frames';
import type { Engine, StatementOutput } from '@sluice/driver-kit/engine-host/engine';
import { RowSink } from '@sluice/driver-kit/engine-host/row-sink';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { beginsTransaction, commandOf, countsRows, hasRows } from './command.js';
import { statementError } from './errors.js';
import { openInstance, type Opened } from './instance.js';
import { introspect } from './introspect.js';
import { refuseEarlyWrites, refuseFileWrites } from './read-only.js';
import { DuckdbRowWriter } from './rows.js';
import { expanded } from './statements.js';
import { readableQuery } from './type-columns.js';
import { columnTypeOf } from './types.js';

/** An interrupt is forgotten when nothing runs at the moment: it is asked for until it was heard. */
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
    // A kill is the last resort here: an interrupt keeps the session.
    return { isPlain: false, inTransaction: this.inTransaction };
  }

  async run(sql: string, limits: ReadLimits, output: StatementOutput): Promise<StatementSummary> {
    if (isBlank(sql)) return emptySummary;
    if (this.open.readOnly) refuseEarlyWrites(sql);
    let summary = emptySummary;
    try {
      // The last statement that an expansion is made of says what became of the text.
      for await (const statement of expanded(this.opened.connection, sql)) {
        summary = await this.runPrepared(sql, statement, limits, output);
      }
      return summary;
    } catch (error) {
      throw error instanceof DriverError ? error : statementError(error, sql);
    } finally {
      this.heard();
    }
  }

  async introspect(): Promise<ConnectionSchema> {
    try {
      return await introspect(this.opened.connection);
    } catch (error) {
      throw statementError(error, '');
    } finally {
      this.heard();
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

  private heard(): void {
    if (this.interrupting) clearInterval(this.interrupting);
    this.interrupting = null;
  }

  private async runPrepared(
    sql: string,
    statement: DuckDBPreparedStatement,
    limits: ReadLimits,
    output: StatementOutput,
  ): Promise<StatementSummary> {
    const type = statement.statementType;
    if (this.open.readOnly) refuseFileWrites(type, sql);
    output.prepared(type !== StatementType.SELECT);
    if (output.isCancelled()) throw cancelled();
    const summary: StatementSummary = { ...emptySummary, command: commandOf(type, sql) };
    const query = type === StatementType.SELECT ? readableQuery(statement, sql) : null;
    const result = await (query ? this.opened.connection.stream(query.sql) : statement.stream());
    // The library does not tell whether it is in a transaction.
    if (type === StatementType.TRANSACTION) this.inTransaction = beginsTransaction(sql);
    if (hasRows(result.returnType)) {
      return { ...summary, ...(await send(result, limits, output, query?.types)) };
    }
    const [count] = (await result.getRows())[0] ?? [];
    const isCount = countsRows(type) && typeof count === 'bigint';
    return { ...summary, affectedRows: isCount ? Number(count) : null };
  }
}

type Sent = Pick<StatementSummary, 'columns' | 'rowCount' | 'truncatedBy'>;

/** Sends the rows of a result as far as they are wanted. */
async function send(
  result: DuckDBResult,
  limits: ReadLimits,
  output: StatementOutput,
  typeColumns: ReadonlySet<number> = new Set(),
): Promise<Sent> {
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
  output.accepted(infos());
  const writer = new DuckdbRowWriter(types, limits.maxCellBytes);
  const sink = new RowSink(writer, limits, output.rows);
  let isWanted = true;
  for await (const chunk of ahead(result)) {
    if (output.isCancelled()) throw cancelled();
    // Asking the chunk is a call into the library.
    const { rowCount } = chunk;
    writer.begin(chunk);
    for (let row = 0; row < rowCount && isWanted; row++) {
      isWanted = sink.row(row, writer.measure(row));
    }
    if (!isWanted) break;
  }
  sink.flush();
  const { statistics, stored, truncatedBy } = sink.encoder;
  return { columns: infos(statistics), rowCount: stored, truncatedBy };
}

/** The chunks of a result: DuckDB makes the next one while this thread writes the one before. */
async function* ahead(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  let next = result.fetchChunk();
  try {
    for (let chunk = await next; chunk && chunk.rowCount > 0; chunk = await next) {
      next = result.fetchChunk();
      // Told where it is awaited; here it must not end the process.
      next.catch(() => undefined);
      yield chunk;
    }
  } finally {
    // The session is not free before.
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

/** Nothing but white space, comments and terminators, which the library cannot prepare. */
const isBlank = (sql: string): boolean =>
  /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*$/.test(sql);
