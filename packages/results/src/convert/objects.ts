import type { ConvertedColumn } from './columns.js';
import type { Output } from './output.js';
import type { RowSink } from './scanner.js';

/** JSON (one array) or NDJSON (one object per line). */
export type ObjectLayout = 'json' | 'ndjson';

const openBrace = Buffer.from('{');

/** Writes each row as an object. Values are copied byte for byte. */
export class ObjectSink implements RowSink {
  /** Prefix of each value: the comma, the name and the colon. */
  readonly #keys: Buffer[];
  readonly #between: Buffer;
  readonly #rowEnd: Buffer;

  constructor(
    readonly out: Output,
    columns: readonly ConvertedColumn[],
    private readonly layout: ObjectLayout,
  ) {
    this.#keys = distinctNames(columns).map((name, column) =>
      Buffer.from(`${column === 0 ? '' : ','}${JSON.stringify(name)}:`),
    );
    this.#between = Buffer.from(layout === 'json' ? ',\n' : '');
    this.#rowEnd = Buffer.from(layout === 'json' ? '}' : '}\n');
  }

  /** Writes what precedes the first row. */
  begin(): void {
    if (this.layout === 'json') this.out.write(Buffer.from('['));
  }

  beginRow(row: number): void {
    if (row > 0) this.out.write(this.#between);
    this.out.write(openBrace);
  }

  endRow(): void {
    this.out.write(this.#rowEnd);
  }

  end(): void {
    if (this.layout === 'json') this.out.write(Buffer.from(']'));
  }

  value(column: number, bytes: Uint8Array, start: number, end: number): void {
    this.#key(column);
    this.out.copy(bytes, start, end);
  }

  beginLong(column: number): void {
    this.#key(column);
  }

  long(bytes: Uint8Array, start: number, end: number): void {
    this.out.copy(bytes, start, end);
  }

  endLong(): void {
    // Nothing follows a value.
  }

  #key(column: number): void {
    const key = this.#keys[column];
    if (key !== undefined) this.out.copy(key, 0, key.length);
  }
}

/**
 * The column names. Repeated names get a number: `a`, `a_2`, `a_3`; taken names are skipped.
 *
 * @param keyOf equal for names that count as repeated
 */
export function distinctNames(
  columns: readonly { name: string }[],
  keyOf = (name: string): string => name,
): string[] {
  const taken = new Set(columns.map(({ name }) => keyOf(name)));
  const seen = new Map<string, number>();
  return columns.map(({ name }) => {
    let count = (seen.get(keyOf(name)) ?? 0) + 1;
    let distinct = name;
    if (count > 1) {
      while (taken.has(keyOf(`${name}_${count}`))) count++;
      distinct = `${name}_${count}`;
      taken.add(keyOf(distinct));
    }
    seen.set(keyOf(name), count);
    return distinct;
  });
}
