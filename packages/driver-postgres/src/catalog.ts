import type { ColumnType } from '@sluice/driver-kit/rows/columns';
import { protocolError } from '@sluice/driver-kit/errors';
import type { Field } from './fields.js';
import * as protocol from './protocol.js';
import { builtInType, catalogType } from './values.js';

const keyOf = (oid: number, typmod: number): string => `${String(oid)}:${String(typmod)}`;
/** A separate name, because the statement whose columns are resolved uses the unnamed one. */
const NAME = 'sluice_types';

/** First version with hexadecimal `bytea`. Earlier ones send escaped text, which is stored as text. */
const HEX_BYTEA = 9;
const BYTEA = 17;
/** First version with everything that the query of types uses. */
const RECURSIVE_QUERIES = 8.4;

/** Types beyond the built-in ones, read from the session's catalog and cached with the session. */
export class TypeCatalog {
  private readonly known = new Map<string, ColumnType>();

  constructor(private readonly serverVersion: number) {}

  /** Returns the type of a column if it is known. */
  find({ oid, typmod }: Field): ColumnType | undefined {
    if (oid === BYTEA && this.serverVersion < HEX_BYTEA) return catalogType('bytea', null, ',');
    return builtInType(oid, typmod) ?? this.known.get(keyOf(oid, typmod));
  }

  /** Returns text for a type that is missing in the catalog because it was dropped meanwhile. */
  findOrText(field: Field): ColumnType {
    return this.find(field) ?? catalogType('unknown', null, ',');
  }

  /**
   * Returns messages that look up these types, up to a CommandComplete, to be sent between another statement's
   * Describe and Execute. Only numbers are inserted into the SQL.
   */
  lookupMessages(fields: readonly Field[]): Buffer {
    const pairs = fields.map(({ oid, typmod }) => `${String(oid)}, ${String(typmod)}`);
    const lookup = this.serverVersion < RECURSIVE_QUERIES ? olderLookupSql : lookupSql;
    return Buffer.concat([
      protocol.closeStatement(NAME),
      protocol.parse(NAME, lookup([...new Set(pairs)])),
      protocol.bind(NAME, NAME),
      protocol.execute(NAME, 0),
      protocol.closePortal(NAME),
      protocol.closeStatement(NAME),
      protocol.flush,
    ]);
  }

  /** Reads a DataRow of the response. */
  addRow(bytes: Buffer, at: number, end: number): void {
    const [oid, typmod, name, element, delimiter] = textRow(bytes, at, end);
    if (oid == null || typmod == null || name == null) throw protocolError('invalid catalog row');
    const elementOid = element == null ? null : Number(element);
    this.known.set(`${oid}:${typmod}`, catalogType(name, elementOid, delimiter ?? ','));
  }
}

/** Type name, and for arrays the element type with domains resolved. */
const lookupSql = (pairs: readonly string[]): string => `
  select w.oid, w.typmod, pg_catalog.format_type(w.oid::pg_catalog.oid, w.typmod),
    (with recursive base(oid, typtype, typbasetype) as (
       select e.oid, e.typtype, e.typbasetype
       union all
       select p.oid, p.typtype, p.typbasetype
       from base b join pg_catalog.pg_type p on p.oid operator(pg_catalog.=) b.typbasetype
       where b.typtype operator(pg_catalog.=) 'd')
     select base.oid from base
     where base.oid is not null and base.typtype operator(pg_catalog.<>) 'd'),
    e.typdelim
  from (values ${pairs.map((pair) => `(${pair})`).join(', ')}) w(oid, typmod)
  join pg_catalog.pg_type t on t.oid operator(pg_catalog.=) w.oid::pg_catalog.oid
  left join pg_catalog.pg_type e
    on e.oid operator(pg_catalog.=) t.typelem and e.typarray operator(pg_catalog.=) t.oid`;

/** Only the type name: these versions do not record which type is the array of another. */
const olderLookupSql = (pairs: readonly string[]): string =>
  pairs
    .map((pair) => `select ${pair}, pg_catalog.format_type(${pair}), null, ','`)
    .join(' union all ');

/** Returns the values of a DataRow as text. @throws DriverError if it is truncated */
export function textRow(bytes: Buffer, at: number, end: number): (string | null)[] {
  const values: (string | null)[] = [];
  let i = at + 2;
  while (i + 4 <= end) {
    const length = bytes.readInt32BE(i);
    i += 4;
    if (length < 0) values.push(null);
    else if (i + length > end) throw protocolError('invalid DataRow');
    else {
      values.push(bytes.toString('utf8', i, i + length));
      i += length;
    }
  }
  return values;
}
