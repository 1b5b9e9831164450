/** A column as the server describes it. */
export interface SnowflakeColumn {
  name: string;
  type: string;
  nullable?: boolean;
  precision?: number | null;
  scale?: number | null;
  length?: number | null;
  extTypeName?: string;
}

/** Values as the server sends them: text or null. */
export type SnowflakeRow = readonly (string | null)[];

/** Rows in a separate file. */
export interface SnowflakeFile {
  rowCount: number;
  /** The JSON of the rows in chunks, with commas between rows. */
  parts(): Iterable<string>;
  /** The announced size in bytes; absent for none. */
  bytes?: number;
  /**
   * Omits the header that declares the compression, as some gateways do. The drivers for Go and Rust read such
   * a file, the one for Node.js does not.
   */
  isUndeclared?: true;
  /** The announced location; absent for the real one. */
  url?: string;
}

/** The effect of a statement. */
export type SnowflakeBehaviour =
  | {
      kind: 'rows';
      columns: readonly SnowflakeColumn[];
      /** The rows that come with the response. */
      rows: readonly SnowflakeRow[];
      files?: readonly SnowflakeFile[];
      typeId?: number;
    }
  | { kind: 'status'; message: string; typeId: number }
  | {
      kind: 'changes';
      typeId: number;
      columns: readonly [name: string, count: number][];
      stats?: object;
    }
  | { kind: 'error'; code: string; message: string; sqlState: string; line?: number; pos?: number }
  /** Runs until it is released or cancelled. `deaf` ignores a cancel. */
  | { kind: 'slow'; then: SnowflakeBehaviour; deaf?: boolean };

/** An integer column. */
export const integerColumn = (name: string): SnowflakeColumn => ({
  name,
  type: 'fixed',
  precision: 38,
  scale: 0,
  length: null,
  nullable: false,
});

/** A text column. */
export const textColumn = (name: string): SnowflakeColumn => ({
  name,
  type: 'text',
  precision: null,
  scale: null,
  length: 16_777_216,
  nullable: true,
});

/** A result whose rows are available at once. */
export const rows = (
  columns: readonly SnowflakeColumn[],
  ...list: SnowflakeRow[]
): SnowflakeBehaviour => ({ kind: 'rows', columns, rows: list });
