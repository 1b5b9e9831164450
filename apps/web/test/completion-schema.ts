import type { ConnectionSchema, SchemaTable } from '@sluice/contracts';

/** The tables of a shop, one a line: name, then columns with their types. */
const shop = `
customers id:int name:text email:text city:text country:text segment:text created_at:timestamp
orders id:int customer_id:int placed_at:timestamp status:text amount:numeric currency:text discount_code:text
order_lines id:int order_id:int product_id:int quantity:int unit_price:numeric
products id:int name:text category:text price:numeric supplier_id:int launched_on:date
suppliers id:int name:text country:text
payments id:int order_id:int method:text paid_at:timestamp amount:numeric
refunds id:int payment_id:int reason:text refunded_at:timestamp
events event_id:int user_id:int event_name:text occurred_at:timestamp properties:json session_id:text
sessions session_id:text user_id:int started_at:timestamp device:text
users user_id:int email:text plan:text signed_up_at:timestamp
employees id:int manager_id:int full_name:text department:text salary:numeric hired_on:date
`;
const finance = `
invoices invoice_no:text customer_id:int due_on:date total:numeric
ledger entry_id:int account:text debit:numeric credit:numeric booked_on:date
`;

function tablesOf(lines: string): SchemaTable[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...columns] = line.split(' ');
      return {
        name,
        description: '',
        type: 'table',
        columns: columns.map((column) => {
          const [columnName = '', dataType = ''] = column.split(':');
          return { name: columnName, description: '', dataType };
        }),
      };
    });
}

const schemasOf = (shopName: string, financeName: string, cased = (text: string) => text) => ({
  schemas: [
    { name: shopName, description: '', tables: tablesOf(cased(shop)) },
    { name: financeName, description: '', tables: tablesOf(cased(finance)) },
  ],
});

/** The same tables as each engine reports them. */
export const shopSchemas: Record<string, ConnectionSchema> = {
  postgres: schemasOf('public', 'finance'),
  mysql: { tables: tablesOf(shop) },
  sqlite: { tables: tablesOf(shop) },
  duckdb: schemasOf('main', 'finance'),
  // Snowflake folds names to upper case.
  snowflake: schemasOf('PUBLIC', 'FINANCE', (text) => text.toUpperCase()),
  bigquery: schemasOf('shop', 'finance'),
};
