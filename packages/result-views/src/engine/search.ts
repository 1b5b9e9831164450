import type { ViewRequest } from '@sluice/contracts';
import type { Database } from './database.js';
import { KeptTables, type KeptTable } from './kept-tables.js';
import type { TypedColumn } from './kinds.js';
import type { Lines } from './lines.js';
import { literal, markLongNumbers, storedNumber, withoutMarks } from './sql.js';

/** The text to find. */
export type ViewSearch = NonNullable<ViewRequest['search']>;

/** Finds rows with a text in any column. */
export class Search {
  private readonly found: KeptTables;

  constructor(
    private readonly database: Database,
    private readonly lines: Lines,
    private readonly columns: readonly TypedColumn[],
  ) {
    this.found = new KeptTables(database, 'found');
  }

  /** Returns a table with the numbers `r` of the rows. */
  async find(search: ViewSearch): Promise<KeptTable> {
    const key = JSON.stringify(search);
    return (
      this.found.find(key) ??
      this.found.keep(key, async (name) => {
        // The position in a table is the row number; the lines themselves have none.
        await this.lines.run(
          (lines) => `create or replace table hits as select ${this.match(search)} h from ${lines}`,
        );
        await this.database.run(`create table ${name} as select rowid r from hits where h`);
        await this.database.run('drop table if exists hits');
      })
    );
  }

  /**
   * Most rows are ruled out by a fragment that the stored line must contain: taking the line apart costs ten times
   * more. A match of the fragment can also be an escape or lie between two values, so the values decide.
   */
  private match({ text, ignoreCase = true }: ViewSearch): string {
    const folded = (sql: string): string => (ignoreCase ? `lower(${sql})` : sql);
    const wanted = folded(literal(text));
    const isMarked = this.columns.some(({ datatype }) => datatype === 'json');
    const found = isMarked ? withoutMarks('x') : 'x';
    const cell = /e\+/i.test(text) ? storedNumber(found) : found;
    const line = isMarked ? markLongNumbers('l') : 'l';
    const values = `len(list_filter(json_extract_string(${line}, '$[*]'), x -> contains(${folded(cell)}, ${wanted}))) > 0`;
    const fragment = this.fragmentOf(text);
    return fragment === ''
      ? values
      : `case when contains(${folded('l')}, ${folded(literal(fragment))}) then ${values} else false end`;
  }

  /** The longest part of a text that is stored as it is, without an escape. */
  private fragmentOf(text: string): string {
    // The database may have escaped any character of a JSON value, and may have added white space.
    const hasJson = this.columns.some(({ datatype }) => datatype === 'json');
    const escaped = hasJson ? /[^0-9A-Za-z_]+/ : /["\\/\p{Cc}]+/u;
    return text
      .split(escaped)
      .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  }
}
