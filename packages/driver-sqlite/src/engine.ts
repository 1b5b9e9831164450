import {
  DatabaseSync,
  type SQLInputValue,
  type StatementColumnMetadata,
  type StatementSync,
} from 'node:sqlite';
import type { BoundValue, ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import { DriverError, type StatementSummary, type TableName } from '@sluice/driver-kit';
import { plainCode } from '@sluice/driver-kit/encode/codes';
import type { Statistics } from '@sluice/driver-kit/encode/statistics';
import type { OpenCommand, SessionState } from '@sluice/driver-kit/local/frames';
import type { Engine, StatementSink } from '@sluice/driver-kit/engine-host/engine';
import { RowSink } from '@sluice/driver-kit/engine-host/row-sink';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { Authorizer } from './authorizer.js';
import { commandOf } from './command.js';
import { describeTable } from './describe-table.js';
import { openError, statementError } from './errors.js';
import { introspect } from './introspect.js';
import { sqliteValue } from './parameters.js';
import { SqliteRowWriter, type SqliteRow } from './rows.js';
import { declaredDatatype, formOf, seenDatatype, seenType } from './types.js';

/** Busy timeout in milliseconds while another process writes. */
const BUSY_MS = 5_000;

/** Opens the database file. @throws DriverError */
export function openSqlite(open: OpenCommand): Engine {
  return new SqliteEngine(open);
}

class SqliteEngine implements Engine {
  private database: DatabaseSync;
  private authorizer: Authorizer;
  private hasTrace = false;

  constructor(private readonly open: OpenCommand) {
    ({ database: this.database, authorizer: this.authorizer } = opened(open));
  }

  get state(): SessionState {
    const { isTransaction } = this.database;
    return { isPlain: !this.hasTrace && !isTransaction, inTransaction: isTransaction };
  }

  run(
    sql: string,
    bound: readonly BoundValue[],
    limits: ReadLimits,
    rowSink: StatementSink,
  ): StatementSummary {
    // SQLite rejects a larger value or row before it is created.
    this.database.limits.length = Math.min(limits.maxRowBytes, 1_000_000_000);
    const prepared = this.prepared(sql);
    if (!prepared) return summaryOf(null, null);
    const { statement, columns } = prepared;
    // The library evaluates pragmas while it prepares them, so their access is known only after that.
    const values = bound.map(sqliteValue);
    rowSink.prepared(this.authorizer.access.writes || columns.length === 0);
    try {
      return columns.length === 0
        ? this.runWithoutRows(sql, statement, values)
        : this.runWithRows(sql, statement, values, columns, limits, rowSink);
    } catch (error) {
      throw error instanceof DriverError ? error : statementError(error, sql);
    } finally {
      if (this.authorizer.access.leavesTrace) this.hasTrace = true;
    }
  }

  introspect() {
    return introspect(this.database);
  }

  describeTable(table: TableName) {
    return describeTable(this.database, table);
  }

  reset(): void {
    this.close();
    ({ database: this.database, authorizer: this.authorizer } = opened(this.open));
    this.hasTrace = false;
  }

  /** A cancel is checked between two rows. */
  interrupt(): void {
    return;
  }

  close(): void {
    this.database.close();
  }

  private prepared(
    sql: string,
  ): { statement: StatementSync; columns: StatementColumnMetadata[] } | null {
    this.authorizer.reset();
    try {
      const statement = this.database.prepare(sql);
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
      return { statement, columns: statement.columns() };
    } catch (error) {
      // Text with only comments contains no statement.
      if (isEmptyStatement(error)) return null;
      throw statementError(error, sql);
    }
  }

  private runWithoutRows(
    sql: string,
    statement: StatementSync,
    values: readonly SQLInputValue[],
  ): StatementSummary {
    // With bigint integers this one is a bigint, too, despite the library's types.
    const changes = Number(String(statement.run(...values).changes));
    const { access } = this.authorizer;
    const command = commandOf(sql, access);
    return summaryOf(command, command !== null && command === access.change ? changes : null);
  }

  private runWithRows(
    sql: string,
    statement: StatementSync,
    values: readonly SQLInputValue[],
    columns: StatementColumnMetadata[],
    limits: ReadLimits,
    sink: StatementSink,
  ): StatementSummary {
    const writer = new SqliteRowWriter(columns.map(({ type }) => formOf(type)));
    const rowSink = new RowSink(writer, limits, sink.rows);
    const infos = (statistics?: Statistics): ColumnInfo[] =>
      columnInfos(
        columns.map((column, index) => columnOf(column, writer.seen[index] ?? 0)),
        statistics,
      );
    const rows = statement.iterate(...values) as Iterator<SqliteRow>;
    const maxBytes = Math.min(limits.maxCellBytes, limits.maxRowBytes);
    let isAccepted = false;
    try {
      for (let next = rows.next(); next.done !== true; next = rows.next()) {
        if (sink.isCancelled()) throw this.cancelled();
        const isWanted = rowSink.row(next.value, writer.measure(next.value, maxBytes));
        if (!isAccepted) sink.accepted(infos());
        isAccepted = true;
        if (!isWanted) break;
      }
    } finally {
      rows.return?.();
    }
    if (!isAccepted) sink.accepted(infos());
    rowSink.flush();
    const { access } = this.authorizer;
    const { encoder } = rowSink;
    return {
      ...summaryOf(commandOf(sql, access), access.change ? this.changes() : null),
      columns: infos(encoder.statistics),
      rowCount: encoder.stored,
      truncatedBy: encoder.truncatedBy,
    };
  }

  /** Rows of a RETURNING clause follow the change, and dropping them keeps it. */
  private cancelled(): DriverError {
    const outcome = this.authorizer.access.writes ? 'unknown' : 'failed';
    return new DriverError('cancelled', outcome, 'The statement was cancelled');
  }

  private changes(): number {
    const { n } = this.database.prepare('select changes() n').get() as { n: number };
    return n;
  }
}

function opened(open: OpenCommand): { database: DatabaseSync; authorizer: Authorizer } {
  try {
    const database = new DatabaseSync(open.file ?? ':memory:', {
      readOnly: open.readOnly,
      // Defaults of SQLite and its command line client.
      enableForeignKeyConstraints: false,
      enableDoubleQuotedStringLiterals: false,
      allowExtension: false,
      defensive: true,
      timeout: BUSY_MS,
    });
    // Reads the header, so that a file that is not a database is reported now.
    database.prepare('select count(*) from sqlite_schema').get();
    return { database, authorizer: new Authorizer(database, open) };
  } catch (error) {
    throw openError(error);
  }
}

function columnOf({ name, type }: StatementColumnMetadata, seen: number): Column {
  return {
    name,
    type: {
      dbType: type ?? seenType(seen),
      datatype: declaredDatatype(type) ?? seenDatatype(seen),
      code: plainCode('text'),
    },
  };
}

const summaryOf = (command: string | null, affectedRows: number | null): StatementSummary => ({
  columns: null,
  rowCount: 0,
  affectedRows,
  command,
  truncatedBy: null,
  notices: [],
});

const isEmptyStatement = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('contains no statements');
