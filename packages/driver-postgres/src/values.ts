import type { Datatype } from '@sluice/contracts';
import type { ColumnType } from '@sluice/driver-kit/rows/columns';
import { arrayCode, plainCode, type CellCode, type Form } from '@sluice/driver-kit/encode/codes';
import { modifiers } from './modifiers.js';

/** A built-in type: oid, oid of its array type (0 = none), and name as printed by `format_type`. */
type Entry = readonly [oid: number, arrayOid: number, name: string];

/** Types with the same datatype and encoding. */
interface Group {
  datatype: Datatype;
  form: Form;
  types: readonly Entry[];
}

/**
 * How each built-in type is shown. The published form of the values:
 * - int2, int4, oid, float4, float8: JSON numbers; `NaN`, `Infinity`, `-Infinity` as strings.
 * - int8: a number within ±2^53, else a string. numeric: always a string with the exact digits.
 * - bool: true, false. json, jsonb: the JSON itself. Arrays: JSON arrays, elements by this table.
 * - date, time, timetz, interval (ISO 8601), uuid, bytea (`\x…`) and all others: the database's text.
 * - timestamp: `T` between date and time; timestamptz: also `Z` or an offset with minutes. `infinity`
 *   and dates BC stay the database's text.
 */
const groups: readonly Group[] = [
  {
    datatype: 'number',
    form: 'integer',
    types: [
      [20, 1016, 'bigint'],
      [21, 1005, 'smallint'],
      [23, 1007, 'integer'],
      [26, 1028, 'oid'],
    ],
  },
  {
    datatype: 'number',
    form: 'float',
    types: [
      [700, 1021, 'real'],
      [701, 1022, 'double precision'],
    ],
  },
  { datatype: 'number', form: 'exact', types: [[1700, 1231, 'numeric']] },
  { datatype: 'boolean', form: 'boolean', types: [[16, 1000, 'boolean']] },
  { datatype: 'date', form: 'text', types: [[1082, 1182, 'date']] },
  {
    datatype: 'datetime',
    form: 'timestamp',
    types: [[1114, 1115, 'timestamp without time zone']],
  },
  {
    datatype: 'datetime',
    form: 'timestamptz',
    types: [[1184, 1185, 'timestamp with time zone']],
  },
  {
    datatype: 'time',
    form: 'text',
    types: [
      [1083, 1183, 'time without time zone'],
      [1266, 1270, 'time with time zone'],
    ],
  },
  {
    datatype: 'json',
    form: 'json',
    types: [
      [114, 199, 'json'],
      [3802, 3807, 'jsonb'],
    ],
  },
  { datatype: 'binary', form: 'text', types: [[17, 1001, 'bytea']] },
  {
    datatype: 'string',
    form: 'text',
    types: [
      [18, 1002, '"char"'],
      [19, 1003, 'name'],
      [22, 1006, 'int2vector'],
      [24, 1008, 'regproc'],
      [25, 1009, 'text'],
      [27, 1010, 'tid'],
      [28, 1011, 'xid'],
      [29, 1012, 'cid'],
      [30, 1013, 'oidvector'],
      [142, 143, 'xml'],
      [194, 0, 'pg_node_tree'],
      [600, 1017, 'point'],
      [601, 1018, 'lseg'],
      [602, 1019, 'path'],
      [603, 1020, 'box'],
      [604, 1027, 'polygon'],
      [628, 629, 'line'],
      [650, 651, 'cidr'],
      [705, 0, 'unknown'],
      [718, 719, 'circle'],
      [774, 775, 'macaddr8'],
      [790, 791, 'money'],
      [829, 1040, 'macaddr'],
      [869, 1041, 'inet'],
      [1033, 1034, 'aclitem'],
      [1042, 1014, 'bpchar'],
      [1043, 1015, 'character varying'],
      [1186, 1187, 'interval'],
      [1560, 1561, '"bit"'],
      [1562, 1563, 'bit varying'],
      [1790, 2201, 'refcursor'],
      [2202, 2207, 'regprocedure'],
      [2203, 2208, 'regoper'],
      [2204, 2209, 'regoperator'],
      [2205, 2210, 'regclass'],
      [2206, 2211, 'regtype'],
      [2249, 2287, 'record'],
      [2275, 1263, 'cstring'],
      [2278, 0, 'void'],
      [2950, 2951, 'uuid'],
      [2970, 2949, 'txid_snapshot'],
      [3220, 3221, 'pg_lsn'],
      [3614, 3643, 'tsvector'],
      [3615, 3645, 'tsquery'],
      [3734, 3735, 'regconfig'],
      [3769, 3770, 'regdictionary'],
      [3904, 3905, 'int4range'],
      [3906, 3907, 'numrange'],
      [3908, 3909, 'tsrange'],
      [3910, 3911, 'tstzrange'],
      [3912, 3913, 'daterange'],
      [3926, 3927, 'int8range'],
      [4072, 4073, 'jsonpath'],
      [4089, 4090, 'regnamespace'],
      [4096, 4097, 'regrole'],
      [4191, 4192, 'regcollation'],
      [4451, 6150, 'int4multirange'],
      [4532, 6151, 'nummultirange'],
      [4533, 6152, 'tsmultirange'],
      [4534, 6153, 'tstzmultirange'],
      [4535, 6155, 'datemultirange'],
      [4536, 6157, 'int8multirange'],
      [5038, 5039, 'pg_snapshot'],
      [5069, 271, 'xid8'],
    ],
  },
];

interface BuiltIn {
  name: (typmod: number) => string;
  datatype: Datatype;
  code: CellCode;
}

/** Only `box` separates array elements with `;`. */
const BOX = 603;

function tabulate(): Map<number, BuiltIn> {
  const table = new Map<number, BuiltIn>();
  for (const { datatype, form, types } of groups) {
    for (const [oid, arrayOid, bare] of types) {
      const name = modifiers.get(oid) ?? (() => bare);
      table.set(oid, { name, datatype, code: plainCode(form) });
      if (arrayOid === 0) continue;
      const code = arrayCode(form, oid === BOX ? ';' : ',');
      table.set(arrayOid, { name: (typmod) => `${name(typmod)}[]`, datatype: 'json', code });
    }
  }
  return table;
}

const builtIns: ReadonlyMap<number, BuiltIn> = tabulate();

/** Returns a built-in type; undefined for enums, composites, extensions and other types. */
export function builtInType(oid: number, typmod: number): ColumnType | undefined {
  const found = builtIns.get(oid);
  return found && { dbType: found.name(typmod), datatype: found.datatype, code: found.code };
}

/** Returns a catalog type: text, or an array with elements of the built-in type `elementOid`. */
export function catalogType(
  dbType: string,
  elementOid: number | null,
  delimiter: string,
): ColumnType {
  if (elementOid === null) return { dbType, datatype: 'string', code: plainCode('text') };
  const element = builtIns.get(elementOid)?.code;
  const code =
    element && element.array === null
      ? { ...arrayCode('text', delimiter), array: { element, delimiter: delimiter.charCodeAt(0) } }
      : arrayCode('text', delimiter);
  return { dbType, datatype: 'json', code };
}
