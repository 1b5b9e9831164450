import type { Reader } from './protocol.js';

/** A column as the server describes it. */
export interface Field {
  name: string;
  /** 63 = bytes, not text. */
  charset: number;
  /** Bytes that a value may have at most. */
  length: number;
  type: number;
  flags: number;
  decimals: number;
  /** MariaDB's word for a type that is another one on the wire, such as `uuid`; empty = none. */
  extendedType: string;
  /** MariaDB's word for the format of a text, such as `json`; empty = none. */
  extendedFormat: string;
}

/** Reads a column definition; `extended` when the server was asked for MariaDB's words. */
export function readField(reader: Reader, extended: boolean): Field {
  // Catalog, database, table, its real name.
  for (let n = 0; n < 4; n++) reader.skip(reader.count());
  const name = reader.text();
  reader.skip(reader.count());
  const words = extended ? readWords(reader) : noWords;
  reader.skip(1);
  const charset = reader.int(2);
  const length = reader.int(4);
  const type = reader.int(1);
  const flags = reader.int(2);
  return { name, charset, length, type, flags, decimals: reader.int(1), ...words };
}

const noWords = { extendedType: '', extendedFormat: '' };

function readWords(reader: Reader): typeof noWords {
  const words = { ...noWords };
  const size = reader.count();
  const after = reader.left - size;
  while (reader.left > after) {
    const kind = reader.int(1);
    const word = reader.text();
    if (kind === 0) words.extendedType = word;
    else if (kind === 1) words.extendedFormat = word;
  }
  return words;
}
