import type { ViewRequest } from '@sluice/contracts';
import { cellsOf } from './cells.js';
import { cellText } from './cell-text.js';
import { CHUNK_ROWS, type Database } from './database.js';
import { KeptTables, type KeptTable } from './kept-tables.js';
import type { TypedColumn } from './kinds.js';
import { lowerCase } from './letter-case.js';
import { RowSet } from './row-set.js';
import type { RowsFile, RowsPart } from './rows-file.js';
import { fragmentPattern } from './text-pattern.js';

/** The text to find. */
export type ViewSearch = NonNullable<ViewRequest['search']>;

/** Kept sets of rows: each has one bit for each row of the result. */
const MAX_KEPT = 4;
const LINE_FEED = '\n';
const BACKSLASH = 0x5c;

/** Dependencies of {@link Search}. */
export interface SearchOptions {
  database: Database;
  file: RowsFile;
  /** Resolves when all rows can be read. */
  scanned: Promise<void>;
  columns: readonly TypedColumn[];
  rowCount: number;
}

/** Finds rows with a text in any column. */
export class Search {
  private readonly found = new Map<string, RowSet>();
  private readonly tables: KeptTables;

  constructor(private readonly options: SearchOptions) {
    this.tables = new KeptTables(options.database, 'found');
  }

  /** Returns the rows with a text. @throws the reason of the signal, between two parts of the file */
  async find(search: ViewSearch, signal: AbortSignal): Promise<RowSet> {
    const key = JSON.stringify(search);
    const found = this.found.get(key) ?? (await this.scan(search, signal));
    this.found.delete(key);
    this.found.set(key, found);
    const [oldest] = this.found.keys();
    if (this.found.size > MAX_KEPT && oldest !== undefined) this.found.delete(oldest);
    return found;
  }

  /** Returns a table with the numbers `r` of rows that {@link find} has found. */
  async table(search: ViewSearch, found: RowSet): Promise<KeptTable> {
    const key = JSON.stringify(search);
    const create = (name: string): Promise<void> =>
      this.options.database.createRows(name, found.parts(CHUNK_ROWS));
    return this.tables.find(key) ?? (await this.tables.keep(key, create));
  }

  private async scan(search: ViewSearch, signal: AbortSignal): Promise<RowSet> {
    const { file, scanned, columns, rowCount } = this.options;
    await scanned;
    const hasJson = columns.some(({ datatype }) => datatype === 'json');
    const matcher = createMatcher(search, hasJson);
    const found = new RowSet(rowCount);
    for await (const part of file.parts()) {
      signal.throwIfAborted();
      addMatches(part, matcher, found);
    }
    return found;
  }
}

/** How rows with a text are found. */
interface Matcher {
  /** Matches at least once in each row with the text, unless the row has escapes that {@link mayHide} finds. */
  pattern: RegExp;
  /** Whether each match in a row without escapes is the text. */
  isExact: boolean;
  /** Whether rows may contain the text in another form. */
  mayHide(rows: Buffer): boolean;
  /** Whether the row, a JSON array, has the text in a cell. */
  test(row: Buffer): boolean;
}

const everything = /[^]/g;
/** Characters that are stored as escapes. */
const escapes = /["\\/\p{Cc}]+/u;
/** JSON may also have white space between values. */
const jsonEscapes = /["\\/\p{Cc}\s,:[\]{}]+/u;

/**
 * A fragment that the stored row must contain rules out most rows: taking a row apart costs a hundred times more. A match
 * can also be an escape, lie between two values or in a null, so then the values decide.
 */
function createMatcher({ text, ignoreCase = true }: ViewSearch, hasJson: boolean): Matcher {
  const fold = ignoreCase ? lowerCase : (same: string): string => same;
  const wanted = fold(text);
  const fragment = longest(wanted.split(hasJson ? jsonEscapes : escapes));
  const isPlain = !/[,[\]]/.test(wanted) && !'null'.includes(lowerCase(text));
  return {
    pattern: fragment === '' ? everything : fragmentPattern(fragment, ignoreCase),
    isExact: !hasJson && fragment === wanted && isPlain,
    // Databases keep JSON as it was written, where any character can be an escape.
    mayHide: (rows) => hasJson && rows.includes(String.raw`\u`),
    test: (row) =>
      cellsOf(row).some((cell) => {
        const found = cellText(cell);
        return found !== null && fold(found).includes(wanted);
      }),
  };
}

const longest = (parts: string[]): string =>
  parts.reduce((found, part) => (part.length > found.length ? part : found), '');

/** Adds the rows of a part that have the text. */
function addMatches({ row, bytes }: RowsPart, matcher: Matcher, found: RowSet): void {
  const pattern = matcher.mayHide(bytes) ? everything : matcher.pattern;
  const isExact = matcher.isExact && !bytes.includes(BACKSLASH);
  const text = bytes.toString('latin1');
  let number = row;
  let start = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    let end = text.indexOf(LINE_FEED, start);
    for (; end >= 0 && end < match.index; end = text.indexOf(LINE_FEED, start)) {
      start = end + 1;
      number++;
    }
    const rowEnd = end < 0 ? bytes.length : end;
    if (isExact || matcher.test(bytes.subarray(start, rowEnd))) found.add(number);
    if (end < 0) break;
    start = end + 1;
    number++;
    pattern.lastIndex = start;
  }
}
