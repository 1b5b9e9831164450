import type { ColumnType } from '@sluice/driver-kit/rows/columns';
import { protocolError } from '@sluice/driver-kit/errors';
import type { Field } from './fields.js';
import * as protocol from './protocol.js';
import { builtInType, catalogType } from './values.js';

const keyOf = (oid: number, typmod: number): string => `${String(oid)}:${String(typmod)}`;
/** A name of our own: the statement whose columns are looked up holds the unnamed one. */
const NAME = 'sluice_types';

/** Types that the table of built-in ones does not know, asked from the session and kept with it. */
export class TypeCatalog {
  private readonly known = new Map<string, ColumnType>();

  /** The type of a column, when it is known already. */
  find({ oid, typmod }: Field): ColumnType | undefined {
    return builtInType(oid, typmod) ?? this.known.get(keyOf(oid, typmod));
  }

  /** Stands for a type that the catalog does not have, since it was dropped meanwhile. */
  findOrText(field: Field): ColumnType {
    return this.find(field) ?? catalogType('unknown', null, ',');
  }

  /**
   * Messages that ask for these types, up to a CommandComplete; made to run between another statement's
   * Describe and its Execute. Only numbers go into the SQL.
   */
  question(fields: readonly Field[]): Buffer {
    const pairs = fields.map(({ oid, typmod }) => `(${String(oid)}, ${String(typmod)})`);
    return Buffer.concat([
      protocol.closeStatement(NAME),
      protocol.parse(NAME, lookUp([...new Set(pairs)].join(', '))),
      protocol.bind(NAME, NAME),
      protocol.execute(NAME, 0),
      protocol.closePortal(NAME),
      protocol.closeStatement(NAME),
      protocol.flush,
    ]);
  }

  /** Takes a DataRow of the answer. */
  answer(bytes: Buffer, at: number, end: number): void {
    const [oid, typmod, name, element, delimiter] = textRow(bytes, at, end);
    if (oid == null || typmod == null || name == null) throw protocolError('a broken catalog row');
    const elementOid = element == null ? null : Number(element);
    this.known.set(`${oid}:${typmod}`, catalogType(name, elementOid, delimiter ?? ','));
  }
}

/** A type's name, and for a true array its element's type with domains resolved. */
const lookUp = (pairs: string): string => `
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
  from (values ${pairs}) w(oid, typmod)
  join pg_catalog.pg_type t on t.oid operator(pg_catalog.=) w.oid::pg_catalog.oid
  left join pg_catalog.pg_type e
    on e.oid operator(pg_catalog.=) t.typelem and e.typarray operator(pg_catalog.=) t.oid`;

/** The values of a DataRow as text. @throws DriverError when it is cut off */
export function textRow(bytes: Buffer, at: number, end: number): (string | null)[] {
  const values: (string | null)[] = [];
  let i = at + 2;
  while (i + 4 <= end) {
    const length = bytes.readInt32BE(i);
    i += 4;
    if (length < 0) values.push(null);
    else if (i + length > end) throw protocolError('a broken row');
    else {
      values.push(bytes.toString('utf8', i, i + length));
      i += length;
    }
  }
  return values;
}
