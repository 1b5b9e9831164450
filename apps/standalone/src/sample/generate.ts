import { categories, countries, materials, searchTerms, styles } from './vocabulary.js';

/** The parameters of the generated rows: equal parameters give equal rows. */
export interface SampleSize {
  seed: number;
  customers: number;
  products: number;
  orders: number;
  events: number;
}

/** The sample of a first start: about 210,000 order lines. */
export const fullSample: SampleSize = {
  seed: 2024,
  customers: 20_000,
  products: 480,
  orders: 80_000,
  events: 600_000,
};

/**
 * End of the two years of data. Fixed, so that a query of the tutorial always has the same result.
 */
const LAST_DAY = '2026-01-01';
const days = 731;
const DAY_SECONDS = 86_400;
const FIRST_SECOND = (Date.parse(LAST_DAY) / 1000 - days * DAY_SECONDS).toString();

/**
 * Returns the SQL functions that generate values. The rows are created inside the server, from a hash of the
 * seed, the row number and the column number, so that no row depends on another and no data is sent.
 * PostgreSQL never changes this hash, because tables are partitioned by it. `chance` returns a number from 0
 * up to but not including 1, `moment` a time within the two years, `in_day` a time within one of their days.
 *
 * The planner inlines these functions. `offset 0` keeps it from inlining columns of a subquery: a column that
 * is used five times would be computed five times (measured: 4.8 s instead of 2.2 s for the events).
 */
export const generatorFunctions = ({ seed }: SampleSize): string => `
create schema generator;
create function generator.chance(id bigint, column_number integer) returns double precision
  language sql immutable parallel safe as $$
    select (hashint8extended(id, ${(seed * 1000).toString()} + column_number) & 9007199254740991)
      / 9007199254740992.0::double precision
  $$;
create function generator.pick(options text[], chance double precision) returns text
  language sql immutable parallel safe as
  $$ select options[1 + floor(chance * cardinality(options))::integer] $$;
create function generator.moment(share double precision) returns timestamp with time zone
  language sql immutable parallel safe as
  $$ select to_timestamp(${FIRST_SECOND} + floor(share * ${(days * DAY_SECONDS).toString()})) $$;
create function generator.in_day(share double precision, seconds double precision)
  returns timestamp with time zone language sql immutable parallel safe as
  $$ select to_timestamp(${FIRST_SECOND} + ${DAY_SECONDS.toString()} * floor(share * ${days.toString()})
       + floor(seconds)) $$;`;

/** Customers; the number of new accounts grows every month. */
export const customersSql = ({ customers }: SampleSize): string => `
with country as (
  select *, sum(weight) over (order by position) / sum(weight) over ()::double precision as upto,
    (sum(weight) over (order by position) - weight) / sum(weight) over ()::double precision as above
  from (values ${countryValues()}) as v (position, code, weight, given, family, cities)
)
insert into customers
select id,
  case when code = 'JP' then family || ' ' || given else given || ' ' || family end,
  'customer.' || id || '@example.' || ${pick(['com', 'org', 'net'], 'id', 4)},
  code,
  case when ${chance('id', 5)} > 0.12 then ${pickFrom('cities', 'id', 6)} end,
  segment,
  case when ${chance('id', 8)} < 0.6 then '{}'::text[]
    when segment = 'enterprise' then array['key account', 'invoice']
    when ${chance('id', 8)} < 0.8 then array['returning']
    else array['returning', 'newsletter 2024'] end,
  case when segment = 'consumer' and ${chance('id', 9)} < 0.7
    then date '2006-12-31' - floor(21900 * power(${chance('id', 10)}, 1.3))::integer end,
  ${chance('id', 11)} < 0.42,
  generator.moment(power((id - 1)::double precision / ${customers.toString()}, 0.83))
from (
  select id, code, cities, ${pickFrom('given', 'id', 2)} as given,
    ${pickFrom('family', 'id', 3)} as family,
    case when ${chance('id', 7)} < 0.82 then 'consumer'
      when ${chance('id', 7)} < 0.97 then 'small_business' else 'enterprise' end as segment
  from (select id, ${chance('id', 1)} as share
        from generate_series(1, ${customers.toString()}) as id) person
  join country on share >= above and share < upto
) named
order by id;`;

/** Products: a style, a material and a noun; prices end in .00, .50, .90, .95 or .99. */
export const productsSql = ({ products }: SampleSize): string => `
insert into products
select id, upper(left(category, 3)) || '-' || lpad(id::text, 5, '0'),
  ${pick(styles, 'id', 21)} || ' ' || material || ' ' || ${pickFrom('nouns', 'id', 23)},
  category,
  floor(lowest + (highest - lowest) * power(${chance('id', 24)}, 2.5))
    + (${pick(['0.00', '0.50', '0.90', '0.95', '0.99'], 'id', 25)})::numeric,
  case when ${chance('id', 26)} < 0.9 then round((0.1 + 20 * power(${chance('id', 27)}, 3))::numeric, 2) end,
  jsonb_build_object('material', lower(material),
    'colour', ${pick(['white', 'black', 'natural', 'sage', 'rust'], 'id', 28)},
    'size_cm', jsonb_build_array(5 + floor(${chance('id', 29)} * 120), 5 + floor(${chance('id', 30)} * 80))),
  case when ${chance('id', 31)} < 0.08 then date '${LAST_DAY}' - floor(${chance('id', 32)} * 400)::integer end
from (
  select id, ${pick(materials, 'id', 22)} as material, category, nouns, lowest, highest
  from generate_series(1, ${products.toString()}) as id
  join (values ${categoryValues()}) as v (position, category, nouns, lowest, highest)
    on position = id % ${categories.length.toString()}
) product
order by id;`;

/**
 * Order lines first, then orders with their totals. Few products and few customers make most sales.
 */
export const ordersSql = ({ customers, products, orders }: SampleSize): string => `
insert into order_items
select order_id, line, product.id, quantity,
  round(product.price * (0.94 + 0.06 * order_id / ${orders.toString()}), 2)
from (
  select order_id, line,
    1 + floor(${products.toString()} * power(${chance('key', 41)}, 1.8))::integer as product_id,
    1 + floor(4 * power(${chance('key', 42)}, 4))::integer as quantity
  from (select order_id, line, order_id::bigint * 16 + line as key
        from generate_series(1, ${orders.toString()}) as order_id,
          generate_series(1, 1 + floor(6 * power(${chance('order_id', 43)}, 2.2))::integer) as line) l
) item
join products product on product.id = product_id
order by order_id, line;

insert into orders
select id,
  1 + floor(${customers.toString()} * power(share, 1.2) * power(${chance('id', 52)}, 1.9))::integer,
  status, placed_at,
  case when status in ('shipped', 'delivered', 'returned') then placed_at + packed end,
  case when status in ('delivered', 'returned') then placed_at + packed + travelled end,
  ${pick(['card', 'card', 'card', 'paypal', 'paypal', 'invoice', 'bank_transfer'], 'id', 53)},
  discount, sum - coalesce(discount, 0),
  case when ${chance('id', 54)} < 0.04 then
    ${pick(['Please ring twice', 'Leave it with the neighbour', 'Bitte im Hof abstellen 🚲', 'À la réception', '置き配でお願いします'], 'id', 55)} end
from (
  select *,
    case when ${chance('id', 58)} < 0.05 then 'cancelled'
      when age < interval '1 day' then 'pending' when age < interval '3 days' then 'paid'
      when age < interval '10 days' then 'shipped'
      when ${chance('id', 58)} < 0.09 then 'returned' else 'delivered' end as status,
    case when ${chance('id', 59)} < 0.15 then round(sum * 0.1, 2) end as discount
  from (
    select id, share, sum, placed_at, timestamptz '${LAST_DAY} 00:00:00+00' - placed_at as age,
      make_interval(secs => floor(7200 + 160000 * ${chance('id', 56)})) as packed,
      make_interval(secs => floor(60000 + 420000 * ${chance('id', 57)})) as travelled
    from (
      select id, share, sum, generator.in_day(share,
        43200 * (${chance('id', 50)} + ${chance('id', 51)})) as placed_at
      from (select order_id as id, power((order_id - 1)::double precision / ${orders.toString()}, 0.7) as share,
              sum(quantity * unit_price) as sum
            from order_items group by order_id) line
      offset 0
    ) placed
  ) aged
  offset 0
) final
order by id;`;

/** Events; five to a visit on average, and a third of the visits are anonymous. */
export const eventsSql = ({ customers, products, events }: SampleSize): string => `
insert into events
select id, session_id,
  case when ${chance('session_id', 61)} > 0.34 then
    1 + floor(${customers.toString()} * power(share, 1.2) * power(${chance('session_id', 62)}, 1.7))::integer end,
  type, began_at + make_interval(secs => step * 35 + floor(30 * ${chance('id', 63)})),
  ${pick(['mobile', 'mobile', 'mobile', 'desktop', 'desktop', 'tablet'], 'session_id', 64)},
  case type when 'page_view' then ${pick(['/', '/', '/sale', '/about', '/kitchen', '/garden'], 'id', 65)}
    when 'search' then '/search' when 'support_chat' then '/help'
    when 'product_view' then '/products/' || product_id when 'add_to_cart' then '/products/' || product_id
    else '/checkout' end,
  case when step < 4 then floor(400 + 90000 * power(${chance('id', 66)}, 4))::integer end,
  case type when 'search' then jsonb_build_object('terms', ${pick(searchTerms, 'id', 67)},
      'results', floor(60 * power(${chance('id', 68)}, 2)))
    when 'product_view' then jsonb_build_object('product_id', product_id)
    when 'add_to_cart' then jsonb_build_object('product_id', product_id, 'quantity', 1 + floor(3 * ${chance('id', 69)}))
    when 'purchase' then jsonb_build_object('amount', round((8 + 400 * power(${chance('id', 70)}, 3))::numeric, 2),
      'currency', 'EUR', 'coupon', case when ${chance('id', 71)} < 0.1 then 'WELCOME10' end)
    else '{}'::jsonb end
from (
  select id, session_id, step, share, generator.in_day(share,
      43000 * (${chance('session_id', 72)} + ${chance('session_id', 73)})) as began_at,
    ${pick(typeChoices(), 'id', 74)} as type,
    1 + floor(${products.toString()} * power(${chance('id', 75)}, 1.8))::integer as product_id
  from (select id, id / 5 as session_id, id % 5 as step,
          power((id / 5 * 5)::double precision / ${(events + 5).toString()}, 0.75) as share
        from generate_series(1, ${events.toString()}::bigint) as id) numbered
  offset 0
) visit;`;

/** Removes what only the generator needs. */
export const dropGenerator = 'drop schema generator cascade;';

const typeChoices = (): string[] =>
  Object.entries({
    page_view: 44,
    product_view: 28,
    search: 12,
    add_to_cart: 8,
    checkout: 4,
    purchase: 3,
    support_chat: 1,
  }).flatMap(([type, share]) => Array.from({ length: share }, () => type));

const chance = (id: string, column: number): string =>
  `generator.chance(${id}, ${column.toString()})`;

const pick = (options: string[], id: string, column: number): string =>
  `generator.pick(${textArray(options)}, ${chance(id, column)})`;

const pickFrom = (array: string, id: string, column: number): string =>
  `generator.pick(${array}, ${chance(id, column)})`;

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

const textArray = (values: string[]): string => `array[${values.map(text).join(', ')}]`;

const countryValues = (): string =>
  countries
    .map(({ code, weight, given, family, cities }, position) => {
      const arrays = [given, family, cities].map(textArray).join(', ');
      return `(${position.toString()}, ${text(code)}, ${weight.toString()}, ${arrays})`;
    })
    .join(',\n');

const categoryValues = (): string =>
  categories
    .map(({ name, nouns, lowestPrice, highestPrice }, position) => {
      const prices = `${lowestPrice.toString()}, ${highestPrice.toString()}`;
      return `(${position.toString()}, ${text(name)}, ${textArray(nouns)}, ${prices})`;
    })
    .join(',\n');
