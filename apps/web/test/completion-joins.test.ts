import type { ConnectionSchema, TableForeignKey } from '@sluice/contracts';
import t from 'tap';
import { createAnalysisHost } from '../src/editor/analysis/analysis-host.js';
import { loadingMessages } from '../src/editor/analysis/host-messages.js';
import { offeredAt, resultAt, settingsOf, table, type TableKeys } from './completion-support.js';

/** The names of the columns do not tell what belongs together. */
const schema: ConnectionSchema = {
  schemas: [
    {
      name: 'public',
      description: '',
      tables: [
        table('deals', 'number', 'buyer', 'Sold By', 'region', 'branch'),
        table('people', 'pid', 'boss'),
        table('branches', 'region', 'code'),
        table('aardvarks', 'x'),
      ],
    },
    { name: 'hr', description: '', tables: [table('contracts', 'person', 'salary')] },
  ],
};

const reference = (
  columns: string[],
  [referencedSchema, referencedTable]: [string | null, string],
  referencedColumns: string[],
): TableForeignKey => ({ name: '', columns, referencedSchema, referencedTable, referencedColumns });

const keysOf = (schemaName: string, name: string, foreignKeys: TableForeignKey[]): TableKeys => ({
  table: { schema: schemaName, name },
  foreignKeys,
});

const foreignKeys = [
  keysOf('public', 'deals', [
    reference(['buyer'], ['public', 'people'], ['pid']),
    reference(['Sold By'], ['public', 'people'], ['pid']),
    reference(['region', 'branch'], ['public', 'branches'], ['region', 'code']),
  ]),
  keysOf('public', 'people', [reference(['boss'], ['public', 'people'], ['pid'])]),
  keysOf('hr', 'contracts', [reference(['person'], ['public', 'people'], ['pid'])]),
];
const known = { completed: schema, foreignKeys };

t.test('a join condition follows the foreign keys', async (t) => {
  t.same((await offeredAt('select * from deals d join people p on p|', known)).slice(0, 2), [
    'p.pid = d.buyer',
    'p.pid = d."Sold By"',
  ]);
  t.equal(
    (await offeredAt('select * from people p join deals d on d|', known))[0],
    'd.buyer = p.pid',
  );
  t.equal(
    (await offeredAt('select * from people p join people boss on p|', known))[0],
    'p.boss = boss.pid',
  );
  t.equal(
    (await offeredAt('select * from people join hr.contracts c on c|', known))[0],
    'c.person = people.pid',
  );
});

t.test('a foreign key of several columns is one condition', async (t) => {
  const result = await resultAt('select * from deals d join branches b on b|', known);
  t.match(result?.options[0], {
    label: 'b.region = d.region and b.code = d.branch',
    detail: 'foreign key',
  });
});

t.test('the columns of a foreign key come first after an alias', async (t) => {
  t.equal(
    (await offeredAt('select * from deals d join people p on p.pid = d.|', known))[0],
    'buyer',
  );
});

t.test('tables to which the statement refers come first after JOIN', async (t) => {
  const isExplicit = true;
  t.same((await offeredAt('select * from deals join |', { ...known, isExplicit })).slice(0, 3), [
    'people',
    'branches',
    'aardvarks',
  ]);
  const fromOther = await resultAt('select * from hr.contracts join p|', known);
  t.match(fromOther?.options[0], { label: 'people', detail: 'referenced by contracts' });
  const offered = await offeredAt('select * from deals join pe|', known);
  t.equal(offered.filter((name) => name === 'people').length, 1, 'each table once');
  t.not((await offeredAt('select * from pe|, deals', known))[0], undefined);
});

t.test('a referenced table of another schema is inserted with its schema', async (t) => {
  const toOther = [
    keysOf('public', 'deals', [reference(['number'], ['hr', 'contracts'], ['person'])]),
  ];
  const at = { completed: schema, foreignKeys: toOther };
  t.equal((await offeredAt('select * from deals join c|', at))[0], 'hr.contracts');
});

t.test('names decide while the foreign keys are unknown', async (t) => {
  const completed: ConnectionSchema = {
    tables: [table('orders', 'id', 'customer_id'), table('customers', 'id')],
  };
  const offered = await offeredAt('select * from orders o join customers c on c|', { completed });
  t.equal(offered[0], 'c.id = o.customer_id');
  const both = await offeredAt('select * from orders o join customers c on c|', {
    completed,
    foreignKeys: [
      {
        table: { schema: null, name: 'orders' },
        foreignKeys: [reference(['customer_id'], [null, 'customers'], ['id'])],
      },
    ],
  });
  t.equal(both.filter((text) => text === 'c.id = o.customer_id').length, 1, 'offered once');
});

t.test('foreign keys are requested once, for the tables of a statement with JOIN', (t) => {
  const settings = settingsOf('postgres');
  const receive = createAnalysisHost();
  for (const message of loadingMessages(schema, settings)) receive(message);
  const unreadAt = (text: string) => {
    const pos = text.indexOf('|');
    const question = {
      kind: 'complete' as const,
      text: text.replace('|', ''),
      pos,
      isExplicit: false,
    };
    const answer = receive({ kind: 'ask', id: 1, question })?.answer;
    return answer?.kind === 'complete' ? answer.unread.map(({ name }) => name) : null;
  };
  t.same(unreadAt('select * from deals|'), []);
  t.same(unreadAt('select * from deals d join peo|'), ['deals']);
  t.same(unreadAt('select * from deals d join people p on x|'), ['deals', 'people']);
  t.same(unreadAt('select * from people p join people q on x|'), ['people']);
  t.same(unreadAt('with deals as (select 1) select * from deals join people on x|'), ['people']);
  t.same(unreadAt("select 'join', * from deals, unknown|"), ['deals']);
  receive({ kind: 'foreignKeys', ...keysOf('public', 'deals', []) });
  t.same(unreadAt('select * from deals d join people p on x|'), ['people']);
  const many = Array.from({ length: 12 }, (_, at) => `join deals d${at} on true`).join(' ');
  t.same(unreadAt(`select * from people ${many}|`), ['people']);
  receive({ kind: 'foreignKeys', ...keysOf('public', 'removed', []) });
  t.end();
});
