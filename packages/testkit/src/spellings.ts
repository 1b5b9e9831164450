/** Addresses that are forbidden unless the operator allows them, in their plain form. */
export const forbiddenAddresses = {
  v4: [
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '100.64.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  v6: [
    '::1',
    '::',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd00:ec2::254',
    'fd12:3456:789a::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '4000::1',
  ],
} as const;

/** All spellings that some client accepts for the same address: more than 500. */
export const forbiddenSpellings = (): string[] => [
  ...new Set([
    ...forbiddenAddresses.v4.flatMap((address) => spellingsOfV4(address)),
    ...forbiddenAddresses.v6.flatMap((address) => spellingsOfV6(address)),
  ]),
];

/**
 * Returns the spellings of an IPv4 address, including those inside IPv6 addresses that lead to it.
 */
export function spellingsOfV4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const lastThree = (b * 256 + c) * 256 + d;
  const lastTwo = c * 256 + d;
  const hex = (value: number, digits = 0): string => value.toString(16).padStart(digits, '0');
  const octal = (value: number): string => `0${value.toString(8)}`;
  const high = hex(a * 256 + b);
  const low = hex(lastTwo);
  const inside = [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::FFFF:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}::1`,
    `2001:0:808:808::${hex(0xffff ^ (a * 256 + b))}:${hex(0xffff ^ lastTwo)}`,
    `64:ff9b:1::${address}`,
    `2620:1::200:5efe:${high}:${low}`,
    `2620:1::5efe:${high}:${low}`,
  ];
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole).toUpperCase()}`,
    octal(whole),
    `${String(a)}.${String(lastThree)}`,
    `${String(a)}.${String(b)}.${String(lastTwo)}`,
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map((part) => `0x${hex(part)}`).join('.'),
    [a, b, c, d].map((part) => `0000${part.toString(8)}`).join('.'),
    `0x${hex(a)}.${String(b)}.${octal(c)}.${String(d)}`,
    `0x${hex(a)}.${octal(lastThree)}`,
    // Full-width digits, which are normalized to plain ones.
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ...inside,
    ...inside.map((text) => `[${text}]`),
    `::ffff:${address}%eth0`,
  ];
}

function spellingsOfV6(address: string): string[] {
  const parts = address.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [left = [], right = []] = parts;
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const full = [...left, ...zeros, ...right];
  return [
    address,
    `[${address}]`,
    address.toUpperCase(),
    full.join(':'),
    full.map((part) => part.padStart(4, '0')).join(':'),
    `[${full.map((part) => part.padStart(4, '0').toUpperCase()).join(':')}]`,
    `${address}%1`,
    `${address}%lo`,
    `[${address}%25eth0]`,
  ];
}
