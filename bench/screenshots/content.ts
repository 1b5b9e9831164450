import type { TestService } from '@sluice/testkit';
import {
  customersSql,
  dropGenerator,
  eventsSql,
  generatorFunctions,
  ordersSql,
  productsSql,
  type SampleSize,
} from '../../apps/standalone/src/sample/generate.js';
import {
  comments,
  customerKeys,
  eventKeys,
  shopKeys,
  tables,
  views,
} from '../../apps/standalone/src/sample/schema.js';
import { adminEmail } from '../../apps/web/test/support.js';

const size: SampleSize = {
  seed: 2024,
  customers: 5_000,
  products: 480,
  orders: 40_000,
  events: 20_000,
};

/** The queries of the screenshots and their charts. */
export const revenue = {
  name: 'Orders and revenue by month',
  queryText: `select date_trunc('month', placed_at)::date as month,
  count(*) as orders,
  count(distinct customer_id) as customers,
  sum(total) as revenue
from orders
where status <> 'cancelled'
group by 1
order by 1;`,
  chart: { chartType: 'line', fields: { x: 'month', y: 'revenue' } },
  tags: ['monthly', 'sales'],
};

const others = [
  {
    name: 'Customers who have not come back for a year',
    queryText: `select c.name, c.country, max(o.placed_at) as last_order
from customers c join orders o on o.customer_id = c.id
group by 1, 2 having max(o.placed_at) < date '2025-01-01' order by 3;`,
    tags: ['marketing'],
  },
  {
    name: 'Products by category',
    queryText: 'select category, count(*) as products from products group by 1 order by 2 desc;',
    tags: ['catalogue'],
  },
];

/** Ids of the objects on the pages. */
export interface Content {
  queryId: string;
  batchId: string;
}

/** Fills the service with the data of a small shop. */
export async function fill(service: TestService): Promise<Content> {
  const { admin, target, connectionId } = service;
  await target.query(
    [
      tables,
      generatorFunctions(size),
      customersSql(size),
      customerKeys,
      productsSql(size),
      ordersSql(size),
      shopKeys,
      eventsSql(size),
      eventKeys,
      views,
      comments,
      dropGenerator,
    ].join('\n'),
  );
  const make = (path: string, body: object) => admin.json<{ id: string }>('POST', path, body);
  await admin.json('PUT', `/api/connections/${connectionId}`, {
    name: 'Shop',
    description: 'Orders of the web shop, read by everyone in sales',
  });
  await admin.json('PUT', `/api/users/${await idOf(service, adminEmail)}`, { name: 'Ada Admin' });
  for (const [email, name] of [
    ['grace@example.com', 'Grace Hopper'],
    ['alan@example.com', 'Alan Turing'],
  ]) {
    const { id } = await make('/api/users', { email, name, role: 'editor' });
    await make('/api/connection-accesses', { connectionId, userId: id });
  }
  await make('/api/service-tokens', { name: 'Nightly report', role: 'editor', duration: 0 });
  const everyone = [{ groupId: '__EVERYONE__', write: false }];
  for (const query of others) await make('/api/queries', { ...query, connectionId, acl: everyone });
  const query = await make('/api/queries', { ...revenue, connectionId, acl: everyone });
  const runs = [
    ...others.map(({ name, queryText }) => ({ name, batchText: queryText })),
    { name: null, batchText: 'select * from customer where id = 7' },
    { name: revenue.name, batchText: revenue.queryText, queryId: query.id },
  ];
  let batchId = '';
  for (const run of runs) {
    batchId = (await make('/api/batches', { connectionId, ...run })).id;
    await admin.finalBatch(batchId);
  }
  return { queryId: query.id, batchId };
}

async function idOf({ admin }: TestService, email: string): Promise<string> {
  const users = await admin.json<{ id: string; email: string }[]>('GET', '/api/users');
  return users.find((user) => user.email === email)?.id ?? '';
}
