import { judgeAddress, kindOf, readAddress, readHost, type Target } from '@sluice/targets';
import { forbiddenAddresses, forbiddenSpellings, spellingsOfV4 } from '@sluice/testkit';
import fc from 'fast-check';
import { BlockList, isIP } from 'node:net';
import t from 'tap';

const target: Target = { name: null, port: 5432 };
const emptyLists = { allow: [], deny: [] };

/** Address ranges that are not on the public internet, from the IANA special-purpose registries of 2026. */
const special: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const registries = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [base, bits] of special) {
  const family = familyOf(base);
  registries[family].addSubnet(base, bits, family);
}
const isSpecial = (address: string): boolean => {
  const family = familyOf(address);
  return registries[family].check(address, family);
};

/** Addresses near the boundaries of the ranges, and any others. */
const v4 = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc
    .tuple(
      fc.constantFrom(...special.filter(([base]) => isIP(base) === 4)),
      fc.integer({ min: -2, max: 2 }),
      fc.boolean(),
    )
    .map(([[base, bits], step, atEnd]) => {
      const start = base.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
      return (start + (atEnd ? 2 ** (32 - bits) : 0) + step + 2 ** 32) % 2 ** 32;
    }),
);

const dotted = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

const v6 = fc
  .tuple(
    fc.constantFrom(0, 0x64, 0x100, 0x2000, 0x2001, 0x2002, 0x2620, 0x3ffe, 0x3fff, 0x4000, 0xfc00),
    fc.constantFrom(0, 1, 0x1ff, 0x200, 0xdb8, 0x4f, 0xff9b, 0xfff, 0x1000),
    fc.array(fc.constantFrom(0, 1, 0x8000, 0xffff, 0x1234), { minLength: 6, maxLength: 6 }),
  )
  .map(([first, second, rest]) =>
    [first, second, ...rest].map((part) => part.toString(16)).join(':'),
  );

await t.test('an address is public exactly if no registry contains it', (t) => {
  fc.assert(
    fc.property(v4.map(dotted), (address) => {
      return (kindOf(readAddress(address)) === 'public') === !isSpecial(address);
    }),
    { numRuns: 5_000 },
  );
  fc.assert(
    fc.property(v6, (address) => {
      const read = readAddress(address);
      if (read.kind() === 'ipv4') return true;
      return (kindOf(read) === 'public') === !isSpecial(address);
    }),
    { numRuns: 5_000 },
  );
  t.end();
});

await t.test('every spelling of a forbidden address is rejected', (t) => {
  const spellings = forbiddenSpellings();
  t.ok(spellings.length >= 200, `${String(spellings.length)} spellings`);
  for (const spelling of spellings) {
    const host = readHost(spelling);
    // A spelling that is not a host is rejected earlier.
    if (host === null) continue;
    if (!('address' in host)) t.fail(`${spelling} is read as a name`);
    else t.ok(judgeAddress(emptyLists, target, host.address, []), spelling);
  }
  t.end();
});

await t.test('most spellings are parsed as addresses', (t) => {
  const known = forbiddenSpellings().filter((spelling) => readHost(spelling) !== null);
  t.ok(known.length >= 500, `${String(known.length)} spellings are parsed as addresses`);
  for (const spelling of ['127.1', '0x7f.1', '2130706433', '017700000001', '127.0.0.1.', '[::1]']) {
    t.match(readHost(spelling), { address: /^(127\.0\.0\.1|::1)$/ }, spelling);
  }
  t.end();
});

await t.test('all spellings of an IPv4 address get the same decision', (t) => {
  fc.assert(
    fc.property(v4.map(dotted), (address) => {
      const isRefused = judgeAddress(emptyLists, target, address, []) !== null;
      return spellingsOfV4(address).every((spelling) => {
        const host = readHost(spelling);
        if (host === null || !('address' in host)) return true;
        // Teredo, 6to4 and local NAT64 addresses are rejected whatever they embed.
        const isTransition = /^\[?(?:2001|2002|64:ff9b:1):/i.test(spelling);
        return (
          (judgeAddress(emptyLists, target, host.address, []) !== null) ===
          (isRefused || isTransition)
        );
      });
    }),
    { numRuns: 500 },
  );
  t.end();
});

await t.test('public addresses are allowed', (t) => {
  const addresses = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '11.0.0.0', '2a00:1450::1', '2600::'];
  for (const address of [...addresses, '64:ff9b::8.8.8.8', '::ffff:8.8.8.8', '192.167.255.255']) {
    t.equal(judgeAddress(emptyLists, target, address, []), null, address);
  }
  for (const address of [...forbiddenAddresses.v4, ...forbiddenAddresses.v6]) {
    t.ok(judgeAddress(emptyLists, target, address, []), address);
  }
  t.end();
});
