import type { Database } from './database.js';
import {
  chooseKind,
  textSql,
  valueSql,
  type Choice,
  type Kind,
  type TypedColumn,
} from './kinds.js';
import type { Lines } from './lines.js';
import { textName, valueName } from './sql.js';
import { storedTexts } from './stored-texts.js';

/** A column that is loaded. */
export interface LoadedColumn {
  kind: Kind;
  /** SQL of its value. */
  value: string;
  /** SQL of its stored text, without quotes and escapes. */
  text: string;
}

/**
 * The columns that requests have used so far, as a table `t`. Its `rowid` is the row number of the result. Loading a
 * column reads the whole file, so only needed columns are loaded.
 */
export class ViewTable {
  private readonly loaded = new Map<number, LoadedColumn>();
  private generation = 0;

  constructor(
    private readonly database: Database,
    private readonly lines: Lines,
    private readonly columns: readonly TypedColumn[],
    private readonly rowCount: number,
  ) {}

  /** The relation with all loaded columns and `rowid`. */
  get relation(): string {
    return this.loaded.size === 0
      ? `(select range as rowid from range(${String(this.rowCount)})) t`
      : `t${String(this.generation)} t`;
  }

  /** A column that {@link load} has loaded. */
  column(index: number): LoadedColumn {
    const column = this.loaded.get(index);
    if (column === undefined) throw new Error(`column ${String(index)} is not loaded`);
    return column;
  }

  /** Loads columns that are not loaded yet. */
  async load(wanted: Iterable<number>): Promise<void> {
    const missing = [...new Set(wanted)].filter((column) => !this.loaded.has(column));
    if (missing.length === 0) return;
    await this.lines.run(
      (lines) => `create or replace table raw as ${storedTexts(this.columns, missing, lines)}`,
    );
    const choices = new Map<number, Choice>();
    for (const column of missing) choices.set(column, await this.choose(column));
    const fresh = missing.flatMap((column) => storedParts(column, choices.get(column)));
    await this.database.run(`create or replace table fresh as select ${fresh.join(', ')} from raw`);
    await this.database.run('drop table raw');
    await this.append();
    for (const [column, { kind, isLossless }] of choices) {
      const value = `t.${valueName(column)}`;
      const text = isLossless ? textSql(kind, value) : `t.${textName(column)}`;
      this.loaded.set(column, { kind, value, text });
    }
    await this.database.run('drop table if exists fresh');
    await this.database.run(`drop table if exists t${String(this.generation - 1)}`);
  }

  private choose(column: number): Promise<Choice> {
    const typed = this.columns[column];
    if (typed === undefined) throw new Error(`no column ${String(column)}`);
    return chooseKind(typed, async (expressions) => {
      const [row = []] = await this.database.rows(
        `select ${expressions.join(', ')} from (select ${textName(column)} s from raw)`,
      );
      return row.map(Number);
    });
  }

  /** Creates the next table: the current columns and those of `fresh`. A request may be cancelled before its end. */
  private async append(): Promise<void> {
    const next = `t${String(this.generation + 1)}`;
    const current = `t${String(this.generation)}`;
    const source =
      this.loaded.size === 0
        ? 'select * from fresh'
        : `select ${current}.*, fresh.* from ${current} positional join fresh`;
    await this.database.run(`create or replace table ${next} as ${source}`);
    this.generation++;
  }
}

function storedParts(column: number, choice: Choice | undefined): string[] {
  if (choice === undefined) return [];
  const text = textName(column);
  const value = `${valueSql(choice.kind, text)} ${valueName(column)}`;
  return choice.isLossless ? [value] : [value, text];
}
