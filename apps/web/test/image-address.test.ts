import t from 'tap';
import { imageAddress } from '../src/results/image-address.js';

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

t.test('the image of a binary value is recognized by its first bytes', (t) => {
  const rest = Buffer.alloc(20_001, 7);
  for (const [type, start] of [
    ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['image/jpeg', Buffer.from('ffd8ffe0', 'hex')],
    ['image/gif', Buffer.from('GIF89a')],
    ['image/webp', Buffer.from('RIFF\x01\x02\x03\x04WEBP')],
  ] as const) {
    const bytes = Buffer.concat([start, rest]);
    t.equal(imageAddress(hex(bytes)), `data:${type};base64,${bytes.toString('base64')}`, type);
  }
  t.end();
});

t.test('other values have no image', (t) => {
  const png = '89504e470d0a1a0a';
  for (const text of [
    '',
    '\\x',
    png,
    '\\x3c737667',
    hex(Buffer.from('<svg onload=alert(1)>')),
    'NULL',
  ]) {
    t.equal(imageAddress(text), null, text);
  }
  t.equal(imageAddress(`\\x${png.padEnd(20_000_002, '0')}`), null, 'too long');
  t.end();
});
