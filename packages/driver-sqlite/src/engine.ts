import { DatabaseSync, type StatementColumnMetadata, type StatementSync } from 'node:sqlite';
import type { ColumnInfo } from '@sluice/contracts';
import { columnInfos, type Column } from '@sluice/driver-kit/rows/columns';
import { DriverError, type StatementSummary } from '@sluice/driver-kit';
import { plainCode } from '@sluice/driver-kit/encode/codes';
import type { Statistics } from '@sluice/driver-kit/encode/statistics';
import type { OpenCommand, SessionState } from '@sluice/driver-kit/local/frames';
import type { Engine, StatementOutput } from '@sluice/driver-kit/engine-host/engine';
import { RowSink } from '@sluice/driver-kit/engine-host/row-sink';
import type { ReadLimits } from '@sluice/driver-kit/session/session';
import { Gatekeeper } from './access.js';
import { commandOf } from './command.js';
import { openError, statementError } from './errors.js';
import { introspect } from './introspect.js';
import { SqliteRowWriter, type SqliteRow } from './rows.js';
import { declaredDatatype, formOf, seenDatatype, seenType } from './types.js';

/** Waiting for another process that writes. */
const BUSY_MS = 5_000;

/** Opens the file. @throws DriverError */
export function openSqlite(open: OpenCommand): Engine {
  return new SqliteEngine(open);
}

class SqliteEngine implements Engine {
  private database: DatabaseSync;
  private gate: Gatekeeper;
  private hasTrace = false;

  constructor(private readonly open: OpenCommand) {
    ({ database: this.database, gate: this.gate } = opened(open));
  }

  get state(): SessionState {
    const { isTransaction } = this.database;
    return { isPlain: !this.hasTrace && !isTransaction, inTransaction: isTransaction };
  }

  run(sql: string, limits: ReadLimits, output: StatementOutput): StatementSummary {
    // A value or a row beyond this is refused before it is made.
    this.database.limits.length = Math.min(limits.maxRowBytes, 1_000_000_000);
    const prepared = this.prepared(sql);
    if (!prepared) return summaryOf(null, null);
    const { statement, columns } = prepared;
    // Pragmas are read by the library while they are prepared: what they say is known only then.
    output.prepared(this.gate.access.writes || columns.length === 0);
    try {
      return columns.length === 0
        ? this.runWithoutRows(sql, statement)
        : this.runWithRows(sql, statement, columns, limits, output);
    } catch (error) {
      throw error instanceof DriverError ? error : statementError(error, sql);
    } finally {
      if (this.gate.access.leavesTrace) this.hasTrace = true;
    }
  }

  introspect() {
    return introspect(this.database);
  }

  reset(): void {
    this.close();
    ({ database: this.database, gate: this.gate } = opened(this.open));
    this.hasTrace = false;
  }

  /** It hears a cancel between two rows, and no other way. */
  interrupt(): void {
    return;
  }

  close(): void {
    this.database.close();
  }

  private prepared(
    sql: string,
  ): { statement: StatementSync; columns: StatementColumnMetadata[] } | null {
    this.gate.begin();
    try {
      const statement = this.database.prepare(sql);
      statement.setReturnArrays(true);
      statement.setReadBigInts(true);
      return { statement, columns: statement.columns() };
    } catch (error) {
      // A text of comments alone makes no statement.
      if (isEmptyStatement(error)) return null;
      throw statementError(error, sql);
    }
  }

  private runWithoutRows(sql: string, statement: StatementSync): StatementSummary {
    // Reading integers as bigint makes this one, too, whatever the library's types say.
    const changes = Number(String(statement.run().changes));
    const { access } = this.gate;
    const command = commandOf(sql, access);
    return summaryOf(command, command !== null && command === access.change ? changes : null);
  }

  private runWithRows(
    sql: string,
    statement: StatementSync,
    columns: StatementColumnMetadata[],
    limits: ReadLimits,
    output: StatementOutput,
  ): StatementSummary {
    const writer = new SqliteRowWriter(columns.map(({ type }) => formOf(type)));
    const sink = new RowSink(writer, limits, output.rows);
    const infos = (statistics?: Statistics): ColumnInfo[] =>
      columnInfos(
        columns.map((column, index) => columnOf(column, writer.seen[index] ?? 0)),
        statistics,
      );
    const rows = statement.iterate() as Iterator<SqliteRow>;
    const mostBytes = Math.min(limits.maxCellBytes, limits.maxRowBytes);
    let isAccepted = false;
    try {
      for (let next = rows.next(); next.done !== true; next = rows.next()) {
        if (output.isCancelled()) throw this.cancelled();
        const isWanted = sink.row(next.value, writer.measure(next.value, mostBytes));
        if (!isAccepted) output.accepted(infos());
        isAccepted = true;
        if (!isWanted) break;
      }
    } finally {
      rows.return?.();
    }
    if (!isAccepted) output.accepted(infos());
    sink.flush();
    const { access } = this.gate;
    const { encoder } = sink;
    return {
      ...summaryOf(commandOf(sql, access), access.change ? this.changes() : null),
      columns: infos(encoder.statistics),
      rowCount: encoder.stored,
      truncatedBy: encoder.truncatedBy,
    };
  }

  /** Rows of a change come after it was made, and letting them go keeps it. */
  private cancelled(): DriverError {
    const outcome = this.gate.access.writes ? 'unknown' : 'failed';
    return new DriverError('cancelled', outcome, 'The statement was cancelled');
  }

  private changes(): number {
    const { n } = this.database.prepare('select changes() n').get() as { n: number };
    return n;
  }
}

function opened(open: OpenCommand): { database: DatabaseSync; gate: Gatekeeper } {
  try {
    const database = new DatabaseSync(open.file ?? ':memory:', {
      readOnly: open.readOnly,
      // As SQLite itself and its own client have it.
      enableForeignKeyConstraints: false,
      enableDoubleQuotedStringLiterals: false,
      allowExtension: false,
      defensive: true,
      timeout: BUSY_MS,
    });
    // Reads the header: what is no database is told now.
    database.prepare('select count(*) from sqlite_schema').get();
    return { database, gate: new Gatekeeper(database, open) };
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
