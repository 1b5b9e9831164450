import { column, end, int, packet, result, text } from './mysql-packets.js';

const integer = { type: 8, charset: 63 };
const varchar = { type: 253, charset: 45 };
const datetime = { type: 12, charset: 63 };

/** A valid response to a statement: a number, a text, a datetime and bytes in two rows, and one warning. */
export const response = result(
  [
    { name: 'n', ...integer },
    { name: 't', ...varchar },
    { name: 'd', ...datetime },
    { name: 'b', type: 252, charset: 63 },
  ],
  [
    ['12', 'é"\\\n', '2024-01-01 00:00:00', '\0ÿ'],
    [null, '', '0000-00-00 00:00:00', null],
  ],
  { warnings: 1 },
);

const prepared = [
  { name: 'n', ...integer },
  { name: 't', ...varchar },
  { name: 'd', ...datetime },
  { name: 'f', type: 4, charset: 63 },
];

/** A valid response to the preparation of a statement with one parameter and the columns of {@link binaryResponse}. */
export const preparedResponse = Buffer.concat([
  packet(1, Buffer.of(0), int(1, 4), int(4, 2), int(1, 2), Buffer.of(0), int(0, 2)),
  column(2, { name: '?', type: 253, charset: 63 }),
  end(3),
  ...prepared.map((each, index) => column(4 + index, each)),
  end(8),
]);

/** A valid response to its execution: two rows in the binary protocol. */
export const binaryResponse = Buffer.concat([
  packet(1, Buffer.of(4)),
  ...prepared.map((each, index) => column(2 + index, each)),
  end(6),
  packet(
    7,
    Buffer.of(0, 0, 12, 0, 0, 0, 0, 0, 0, 0),
    text('é"\\\n'),
    Buffer.of(7, 0xe8, 0x07, 1, 2, 3, 4, 5),
    Buffer.of(0, 0, 0xc0, 0x3f),
  ),
  packet(8, Buffer.of(0, 0b0011_1100)),
  end(9),
]);

/** Returns a response with one value of type JSON. */
export const jsonResponse = (json: string): Buffer =>
  result([{ name: 'j', type: 245, charset: 45 }], [[json]]);

/** A valid response to SHOW WARNINGS. */
export const warningsResponse = result(
  [
    { name: 'Level', ...varchar },
    { name: 'Code', type: 3, charset: 63 },
    { name: 'Message', ...varchar },
  ],
  [['Warning', '1264', 'Out of range']],
);
