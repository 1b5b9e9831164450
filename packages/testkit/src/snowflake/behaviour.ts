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

/** Rows in a file of their own. */
export interface SnowflakeFile {
  rowCount: number;
  /** The JSON of the rows in parts, with commas between rows. */
  parts(): Iterable<string>;
  /** Bytes that are announced; absent = none. */
  bytes?: number;
  /** Where it is said to be; absent = where it is. */
  url?: string;
}

/** What a statement does. */
export type SnowflakeBehaviour =
  | {
      kind: 'rows';
      columns: readonly SnowflakeColumn[];
      /** Those that come with the answer. */
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
  /** Runs until it is released or cancelled. `deaf`: does not hear a cancel. */
  | { kind: 'slow'; then: SnowflakeBehaviour; deaf?: boolean };

/** A number without decimals. */
export const integerColumn = (name: string): SnowflakeColumn => ({
  name,
  type: 'fixed',
  precision: 38,
  scale: 0,
  length: null,
  nullable: false,
});

/** A text of any length. */
export const textColumn = (name: string): SnowflakeColumn => ({
  name,
  type: 'text',
  precision: null,
  scale: null,
  length: 16_777_216,
  nullable: true,
});

/** Rows that are there at once. */
export const rows = (
  columns: readonly SnowflakeColumn[],
  ...list: SnowflakeRow[]
): SnowflakeBehaviour => ({ kind: 'rows', columns, rows: list });
