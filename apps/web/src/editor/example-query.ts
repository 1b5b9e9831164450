import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';
import { namespacesOf } from '../schema/namespaces.js';
import { quoteName } from '../schema/quote-name.js';

/** The query of the sample database; its result has a chart without further choices. */
const sampleQuery = `select date_trunc('month', placed_at)::date as month, sum(total) as revenue
from orders
where status <> 'cancelled'
group by 1
order by 1;`;

const sampleColumns = ['placed_at', 'total', 'status'];

/** Returns a query that runs on the schema; null if it has no table. */
export function exampleQuery(schema: ConnectionSchema, dialect: string | undefined): string | null {
  const namespaces = namespacesOf(schema);
  if (dialect === 'postgres' && namespaces.some(({ tables }) => tables.some(isSampleOrders))) {
    return sampleQuery;
  }
  for (const { name: namespace, tables } of namespaces) {
    const [table] = tables;
    if (table === undefined) continue;
    const path = namespace === null ? [table.name] : [namespace, table.name];
    return `select *\nfrom ${path.map((name) => quoteName(name, dialect)).join('.')}\nlimit 100;`;
  }
  return null;
}

const isSampleOrders = ({ name, columns }: SchemaTable): boolean =>
  name === 'orders' &&
  sampleColumns.every((wanted) => columns.some((column) => column.name === wanted));
