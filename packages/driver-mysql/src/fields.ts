import type { Reader } from './protocol.js';

/** A column definition. */
export interface Field {
  name: string;
  /** Character set; 63 = binary. */
  charset: number;
  /** Maximum size of a value in bytes. */
  length: number;
  type: number;
  flags: number;
  decimals: number;
  /** MariaDB's extended type, such as `uuid`, which is sent as another type; empty = none. */
  extendedType: string;
  /** MariaDB's extended format, such as `json`; empty = none. */
  extendedFormat: string;
}

/** Parses a column definition; `extended` if the server sends MariaDB's extended metadata. */
export function readField(reader: Reader, extended: boolean): Field {
  // Catalog, database, table, original table.
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
