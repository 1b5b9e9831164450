/** The kinds of ISO well-known binary by their number. */
const names = [
  '',
  'POINT',
  'LINESTRING',
  'POLYGON',
  'MULTIPOINT',
  'MULTILINESTRING',
  'MULTIPOLYGON',
  'GEOMETRYCOLLECTION',
];
const POINT = 1;
const LINESTRING = 2;
const POLYGON = 3;
const COLLECTION = 7;

/** By the thousands of the kind's number: what stands behind the name, and numbers in a point. */
const dimensions = [
  { suffix: '', size: 2 },
  { suffix: ' Z', size: 3 },
  { suffix: ' M', size: 3 },
  { suffix: ' ZM', size: 4 },
] as const;
type Dimension = (typeof dimensions)[number];

const EMPTY = 'EMPTY';

/** A geometry as DuckDB's own cast to text writes it: well-known text. @throws RangeError when it is cut off */
export function wellKnownText(bytes: Uint8Array): string {
  const reader = new Reader(bytes);
  const { kind, dimension } = reader.header();
  return named(reader, kind, dimension);
}

class Reader {
  private at = 0;
  private readonly view: DataView;
  private isLittle = true;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  header(): { kind: number; dimension: Dimension } {
    this.isLittle = this.view.getUint8(this.at++) === 1;
    const code = this.count();
    const dimension = dimensions[Math.floor(code / 1000)];
    const kind = code % 1000;
    if (!dimension || names[kind] === undefined || kind === 0) {
      throw new RangeError('a geometry of an unknown kind');
    }
    return { kind, dimension };
  }

  count(): number {
    this.at += 4;
    return this.view.getUint32(this.at - 4, this.isLittle);
  }

  point({ size }: Dimension): number[] {
    const numbers = Array.from({ length: size }, (_, index) =>
      this.view.getFloat64(this.at + index * 8, this.isLittle),
    );
    this.at += size * 8;
    return numbers;
  }
}

function named(reader: Reader, kind: number, dimension: Dimension): string {
  return `${names[kind] ?? ''}${dimension.suffix} ${body(reader, kind, dimension)}`;
}

/** What stands behind the name, its parentheses included. */
function body(reader: Reader, kind: number, dimension: Dimension): string {
  if (kind === POINT) {
    const numbers = reader.point(dimension);
    return numbers.every(Number.isNaN) ? EMPTY : `(${pointText(numbers)})`;
  }
  const part = (): string => {
    if (kind === LINESTRING) return pointText(reader.point(dimension));
    if (kind === POLYGON) return body(reader, LINESTRING, dimension);
    const inner = reader.header();
    if (kind === COLLECTION) return named(reader, inner.kind, inner.dimension);
    const text = body(reader, inner.kind, inner.dimension);
    // The points of a MULTIPOINT have no parentheses of their own.
    return inner.kind === POINT && text !== EMPTY ? text.slice(1, -1) : text;
  };
  return listOf(reader.count(), part);
}

function listOf(count: number, part: () => string): string {
  if (count === 0) return EMPTY;
  const parts: string[] = [];
  for (let i = 0; i < count; i++) parts.push(part());
  return `(${parts.join(', ')})`;
}

const pointText = (numbers: readonly number[]): string => numbers.map(numberText).join(' ');

/** The shortest digits, with an exponent below 1e-4 and from 1e16 on, as C++ writes them. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
