import {
  isNamed,
  judgeAddress,
  judgeName,
  readEntry,
  type ServiceAddress,
  type Target,
  type TargetEntry,
  type TargetLists,
} from '@sluice/targets';
import fc from 'fast-check';
import { BlockList } from 'node:net';
import t from 'tap';

function entries(text: string): TargetEntry[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const entry = readEntry(word);
      if (entry === null) throw new Error(`${word} is not an entry`);
      return entry;
    });
}

const lists = (allow: string, deny = ''): TargetLists => ({
  allow: entries(allow),
  deny: entries(deny),
});

const at = (port: number, name: string | null = null, postgresDatabase?: string): Target => ({
  name,
  port,
  postgresDatabase,
});

const anyV4 = fc
  .array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 })
  .map((parts) => parts.join('.'));

await t.test('a malformed entry is rejected', (t) => {
  const odd = [
    ...[
      '',
      ' ',
      '*x.com',
      'x.*',
      '**',
      '*.',
      '*.*',
      'a..b',
      'a/8',
      'a b',
      'http://a',
      'a@b',
      'a:b',
    ],
    ...['a:', 'a:0', 'a:65536', 'a:1:2', ':5432', '127.1', '0x7f000001', '2130706433', '010.0.0.1'],
    ...[
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/8:',
      '10.0.0/8',
      '::/129',
    ],
    ...[
      '[::1',
      '::1]',
      '[::1]:',
      '[10.0.0.1]:1',
      '[a]:1',
      'fe80::1%eth0',
      '[fe80::%1/64]:1',
      '1.2.3.4.5',
    ],
    ...['١٢٧.0.0.1', 'x'.repeat(64), `${'x.'.repeat(150)}y`],
  ];
  for (const text of odd) t.equal(readEntry(text), null, text);
  t.end();
});

await t.test('a range contains the same addresses as in node:net BlockList', (t) => {
  fc.assert(
    fc.property(anyV4, fc.integer({ min: 0, max: 32 }), anyV4, (base, bits, address) => {
      const reference = new BlockList();
      reference.addSubnet(base, bits, 'ipv4');
      const denied = judgeAddress(
        lists('0.0.0.0/0', `${base}/${String(bits)}`),
        at(1),
        address,
        [],
      );
      const isDenied = denied?.reason === 'denied';
      return denied?.reason === 'never' || isDenied === reference.check(address, 'ipv4');
    }),
    { numRuns: 2_000 },
  );
  t.end();
});

await t.test('a denied address stays denied when entries are added', (t) => {
  const range = fc
    .tuple(anyV4, fc.integer({ min: 0, max: 32 }))
    .map(([a, n]) => `${a}/${String(n)}`);
  const list = fc.array(range, { maxLength: 3 }).map((ranges) => ranges.join(' '));
  fc.assert(
    fc.property(list, list, list, anyV4, (allow, deny, more, address) => {
      const judge = (given: TargetLists) => judgeAddress(given, at(1), address, []);
      const before = judge(lists(allow, deny));
      if (before?.reason === 'never' || before?.reason === 'denied') {
        if (judge(lists(`${allow} ${more} *`, deny)) === null) return false;
      }
      return before === null || judge(lists(allow, `${deny} ${more}`)) !== null;
    }),
    { numRuns: 2_000 },
  );
  t.end();
});

await t.test('ports, names and patterns match exactly', (t) => {
  const rules = lists(
    '10.0.0.0/8:5432 [fd00::/8]:5432 db.internal *.corp.example:3306 192.168.1.1',
  );
  const judge = (target: Target, address: string) =>
    judgeAddress(rules, target, address, [])?.reason ?? null;
  for (const [target, address, expected] of [
    [at(5432), '10.1.2.3', null],
    [at(5433), '10.1.2.3', 'not allowed'],
    [at(5432), 'fd00::5', null],
    [at(5433), 'fd00::5', 'not allowed'],
    [at(1), '192.168.1.1', null],
    [at(1), '192.168.1.2', 'not allowed'],
    [at(1, 'db.internal'), '172.16.0.9', null],
    [at(1, 'xdb.internal'), '172.16.0.9', 'not allowed'],
    [at(1, 'db.internal.evil.com'), '172.16.0.9', 'not allowed'],
    [at(3306, 'a.corp.example'), '172.16.0.9', null],
    [at(3306, 'a.b.corp.example'), '172.16.0.9', null],
    [at(3306, 'corp.example'), '172.16.0.9', 'not allowed'],
    [at(3306, 'acorp.example'), '172.16.0.9', 'not allowed'],
    [at(3307, 'a.corp.example'), '172.16.0.9', 'not allowed'],
    // A trusted name does not allow metadata addresses.
    [at(1, 'db.internal'), '169.254.169.254', 'never'],
    [at(1, 'db.internal'), 'fd00:ec2::254', 'never'],
    [at(1, 'db.internal'), '0.0.0.0', 'never'],
  ] as const) {
    t.equal(judge(target, address), expected, `${JSON.stringify(target)} at ${address}`);
  }
  t.equal(isNamed(rules, at(1, 'db.internal')), true);
  t.equal(isNamed(lists('*'), at(1, 'db.internal')), false);
  t.end();
});

await t.test('a name is denied before it is resolved', (t) => {
  const rules = lists('*', '*.evil.example bad.example:22 *:6379 8.8.8.8');
  t.match(judgeName(rules, at(1, 'a.evil.example')), { reason: 'denied', entry: '*.evil.example' });
  t.match(judgeName(rules, at(22, 'bad.example')), { reason: 'denied' });
  t.equal(judgeName(rules, at(23, 'bad.example')), null);
  t.match(judgeName(rules, at(6379, 'fine.example')), { entry: '*:6379' });
  t.match(judgeAddress(rules, at(1), '::ffff:8.8.8.8', []), { entry: '8.8.8.8' });
  t.match(judgeAddress(lists('*', '64:ff9b::/96'), at(1), '64:ff9b::1.1.1.1', []), {
    reason: 'denied',
  });
  t.end();
});

await t.test('a lone star in the deny list denies every target that is not allowed', (t) => {
  const rules = lists('db.example 9.0.0.0/8', '* 9.9.9.9');
  t.equal(judgeAddress(rules, at(1, 'db.example'), '8.8.8.8', []), null);
  t.equal(judgeAddress(rules, at(1), '9.1.1.1', []), null);
  t.match(judgeAddress(rules, at(1), '9.9.9.9', []), { reason: 'denied' });
  t.match(judgeAddress(rules, at(1), '8.8.8.8', []), { reason: 'not allowed' });
  t.match(judgeAddress(rules, at(1), '64:ff9b::8.8.8.8', []), { reason: 'not allowed' });
  t.end();
});

await t.test(
  'the service itself is never reachable, other databases of its server only by explicit entry',
  (t) => {
    const server: ServiceAddress = {
      addresses: ['127.0.0.1', '10.0.0.5'],
      isLocal: true,
      port: 5432,
      database: 'x'.repeat(70),
    };
    const redis = { ...server, port: 6379, database: null };
    const judge = (allow: string, target: Target, address: string) =>
      judgeAddress(lists(allow), target, address, [server, redis])?.reason ?? null;
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.5', '::ffff:10.0.0.5']) {
      t.equal(judge('*', at(6379), address), 'service', address);
      t.equal(judge('* 127.0.0.1:6379', at(6379, null, 'other'), address), 'service', address);
      t.equal(judge('*', at(5432), address), 'service', address);
      t.equal(judge('*', at(5432, null, 'other'), address), 'service', address);
      t.equal(
        judge('* *:5432 0.0.0.0/0:5432', at(5432, null, 'other'), address),
        'service',
        address,
      );
      // PostgreSQL truncates names to 63 bytes.
      const same = `${'x'.repeat(63)}and more`;
      t.equal(
        judge(
          `${address} [${address}]:5432`.replace(/\[([^:]*)\]/, '$1'),
          at(5432, null, same),
          address,
        ),
        'service',
      );
    }
    t.equal(judge('127.0.0.1:5432', at(5432, null, 'other'), '127.0.0.1'), null);
    t.equal(judge('127.0.0.1:5432', at(5432, null, 'other'), '10.0.0.5'), 'service');
    t.equal(judge('db.here:5432', at(5432, 'db.here', 'other'), '10.0.0.5'), null);
    t.equal(judge('127.0.0.1:5432', at(5432), '127.0.0.1'), 'service', 'with another engine');
    t.equal(judge('*', at(5433), '127.0.0.1'), null);
    t.end();
  },
);
