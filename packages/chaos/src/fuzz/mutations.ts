import type { Random } from '../plan/random.js';

/** Values that code rarely expects. */
const odd: [unknown, ...unknown[]] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  -0,
  Number('9007199254740993'),
  2 ** 31,
  '',
  ' ',
  '\0',
  '\ud800',
  '\ufffe',
  '\u202e',
  'ﷺ'.repeat(50),
  '💥',
  "'; drop table users; --",
  '{{user.email}}',
  '{{user.data.__proto__}}',
  '../../etc/passwd',
  '%00',
  '__proto__',
  'x'.repeat(10_000),
  [],
  {},
  [[[]]],
  ['a', null],
  { $gt: '' },
  { toString: 'x' },
  { constructor: { prototype: 1 } },
];

/** Returns a value with a part replaced, added or removed. */
export function mutateValue(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return random.pick(odd);
  if (Array.isArray(value)) return [...(value as unknown[]), random.pick(odd)];
  const entries: [string, unknown][] = Object.entries(value);
  const [first, ...rest] = entries;
  if (first === undefined || random.chance(0.2)) {
    return {
      ...value,
      [random.pick(['extra', 'id', 'role', '', 'ü', 'userId'])]: random.pick(odd),
    };
  }
  const [name, field] = random.pick([first, ...rest]);
  if (random.chance(0.25)) return Object.fromEntries(entries.filter(([each]) => each !== name));
  return { ...value, [name]: random.chance(0.4) ? mutateValue(field, random) : random.pick(odd) };
}

/** Returns the bytes of a corrupted body. */
export function breakBody(json: string, random: Random): string | Buffer {
  const depth = random.pick([10, 64, 65, 5_000]);
  const ways: [() => string | Buffer, ...(() => string | Buffer)[]] = [
    () => json.slice(0, random.whole(0, json.length)),
    () => `${json}${json}`,
    () => `{"a":1,"a":2,${json.slice(1)}`,
    () => json.replace(/"(\w+)":/, '"$1":5,"$1":'),
    () => '['.repeat(depth) + ']'.repeat(depth),
    () => `{"data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
    () => json.replace(/\d+/, '1e999'),
    () => json.replace(/\d+/, '9'.repeat(400)),
    () => json.replaceAll('"', "'"),
    () => Buffer.from(json, 'utf16le'),
    () => Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80])]),
    () => `\ufeff${json}`,
    () => '',
    () => 'null',
    () => '"text"',
    () => `{"name":"${'x'.repeat(1_100_000)}"}`,
  ];
  return random.pick(ways)();
}

/** Values in the place of an id, as written in a URL. */
export const oddIds: [string, ...string[]] = [
  '0',
  '-1',
  '1e3',
  '99999999999999999999',
  '2147483648',
  'null',
  'undefined',
  '01964e1a-7c1f-7c3e-9a63-5f0c7d0b1a11',
  '01964E1A-7C1F-7C3E-9A63-5F0C7D0B1A11',
  '..',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%00',
  '%ff',
  '%',
  '%zz',
  '%F0%9F%92%A5',
  '%ed%a0%80',
  '%0d%0aX-Injected:1',
  "'%20or%201=1--",
  '__proto__',
  '__EVERYONE__',
  'a%2Fb',
  ';x=1',
  'x'.repeat(999),
  'x'.repeat(1_001),
  'x'.repeat(8_000),
];

/** Unusual headers. */
export const oddHeaders: [Record<string, string>, ...Record<string, string>[]] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/jsonp' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': ';;;' },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'gzip, br, zstd;q=0' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"", ,"' },
  { 'idempotency-key': 'a b' },
  { 'idempotency-key': 'k'.repeat(300) },
  { 'last-event-id': '9'.repeat(100) },
  { 'last-event-id': '-1' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { cookie: 'sluice.sid=s%3Aforged.signature; sluice.sid=again' },
  { cookie: '=;;=%' },
  { 'x-forwarded-for': '::1, 10.0.0.1' },
  { 'x-forwarded-proto': 'gopher' },
  { host: 'elsewhere.example' },
  { range: 'bytes=5-1' },
  { accept: 'image/png' },
  { traceparent: '00-zz-zz-99' },
  { 'x-long': 'x'.repeat(7_000) },
  { authorization: 'Bearer' },
  { authorization: 'Bearer a.b.c' },
  { authorization: 'Basic %%%' },
  { authorization: `Basic ${Buffer.from('\0:\0').toString('base64')}` },
  { authorization: 'Digest x' },
];
