/** Formats a type with its modifier; -1 means none. */
export type Modifier = (typmod: number) => string;

/** `character varying(20)`: the modifier includes a header of four bytes. */
const length =
  (name: string, bare = name): Modifier =>
  (typmod) =>
    typmod < 4 ? bare : `${name}(${String(typmod - 4)})`;

/** `bit(8)`: the modifier has no header. */
const bits =
  (name: string, bare = name): Modifier =>
  (typmod) =>
    typmod < 0 ? bare : `${name}(${String(typmod)})`;

/** `timestamp(3) with time zone`: the precision is inside the name. */
const precision =
  (name: string, rest: string): Modifier =>
  (typmod) =>
    typmod < 0 ? name + rest : `${name}(${String(typmod)})${rest}`;

/** `numeric(10,-2)`: since version 15 the scale has eleven bits with a sign. */
const numeric: Modifier = (typmod) => {
  if (typmod < 4) return 'numeric';
  const packed = typmod - 4;
  const scale = ((packed & 0x7ff) ^ 1024) - 1024;
  return `numeric(${String((packed >> 16) & 0xffff)},${String(scale)})`;
};

const intervalFields = [
  [2, 'year'],
  [1, 'month'],
  [3, 'day'],
  [10, 'hour'],
  [11, 'minute'],
  [12, 'second'],
] as const;

/** `interval day to second(3)`: one bit per field, from first to last. */
const interval: Modifier = (typmod) => {
  if (typmod < 0) return 'interval';
  const range = (typmod >> 16) & 0x7fff;
  const digits = typmod & 0xffff;
  const named =
    range === 0x7fff ? [] : intervalFields.filter(([bit]) => (range & (1 << bit)) !== 0);
  const first = named[0]?.[1];
  const last = named.at(-1)?.[1];
  const fields =
    first === undefined ? '' : first === last ? ` ${first}` : ` ${first} to ${last ?? ''}`;
  return `interval${fields}${digits === 0xffff ? '' : `(${String(digits)})`}`;
};

/** The types with a modifier, by oid. */
export const modifiers = new Map<number, Modifier>([
  [1042, length('character', 'bpchar')],
  [1043, length('character varying')],
  [1083, precision('time', ' without time zone')],
  [1114, precision('timestamp', ' without time zone')],
  [1184, precision('timestamp', ' with time zone')],
  [1186, interval],
  [1266, precision('time', ' with time zone')],
  [1560, bits('bit', '"bit"')],
  [1562, bits('bit varying')],
  [1700, numeric],
]);
