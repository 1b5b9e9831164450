/** Geometry kinds of ISO well-known binary by number. */
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

/** Dimensions by the thousands of the kind's number: suffix of the name, and numbers per point. */
const dimensions = [
  { suffix: '', size: 2 },
  { suffix: ' Z', size: 3 },
  { suffix: ' M', size: 3 },
  { suffix: ' ZM', size: 4 },
] as const;
type Dimension = (typeof dimensions)[number];

const EMPTY = 'EMPTY';

/**
 * Formats a geometry as well-known text, like DuckDB's own cast to text. @throws RangeError if it is truncated
 */
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
      throw new RangeError('unknown geometry kind');
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

/** Returns the text after the name, with parentheses. */
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
    // Points of a MULTIPOINT have no parentheses.
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

/** Shortest digits, with an exponent below 1e-4 and from 1e16 on, as C++ prints them. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [digits = '', power = ''] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return String(value);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
