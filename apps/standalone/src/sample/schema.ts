/** Tables of the sample without keys, which are added after the rows because that is faster. */
export const tables = `
create table customers (
  id integer not null,
  name text not null,
  email text not null,
  country character(2) not null,
  city text,
  segment text not null,
  tags text[] not null default '{}',
  birth_date date,
  newsletter boolean not null,
  signed_up_at timestamp with time zone not null
);
create table products (
  id integer not null,
  sku text not null,
  name text not null,
  category text not null,
  price numeric(10,2) not null,
  weight_kg double precision,
  attributes jsonb not null,
  discontinued_on date
);
create table orders (
  id integer not null,
  customer_id integer not null,
  status text not null,
  placed_at timestamp with time zone not null,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  payment_method text not null,
  discount numeric(10,2),
  total numeric(12,2) not null,
  note text
);
create table order_items (
  order_id integer not null,
  line smallint not null,
  product_id integer not null,
  quantity integer not null,
  unit_price numeric(10,2) not null
);
create table events (
  id bigint not null,
  session_id bigint not null,
  customer_id integer,
  type text not null,
  occurred_at timestamp with time zone not null,
  device text not null,
  path text not null,
  duration_ms integer,
  properties jsonb not null
);`;

/** Keys and indexes of customers, which all other tables reference. */
export const customerKeys = `
alter table customers add primary key (id), add unique (email);
create index on customers (country);`;

/** Keys and indexes of products, orders and order lines. */
export const shopKeys = `
alter table products add primary key (id), add unique (sku);
create index on products (category);
alter table orders add primary key (id),
  add foreign key (customer_id) references customers (id),
  add check (status in ('pending', 'paid', 'shipped', 'delivered', 'cancelled', 'returned'));
create index on orders (customer_id);
create index on orders (placed_at);
alter table order_items add primary key (order_id, line),
  add foreign key (order_id) references orders (id),
  add foreign key (product_id) references products (id),
  add check (quantity > 0);
create index on order_items (product_id);`;

/** Keys and indexes of events. */
export const eventKeys = `
alter table events add primary key (id);
create index on events (occurred_at);
create index on events (customer_id) where customer_id is not null;
alter table events add foreign key (customer_id) references customers (id);`;

/** Views on customers and orders. */
export const views = `
create view customer_totals as
  select c.id as customer_id, c.name, c.country, c.segment,
         count(o.id) as orders, coalesce(sum(o.total), 0)::numeric(14,2) as revenue,
         max(o.placed_at) as last_order_at
  from customers c
  left join orders o on o.customer_id = c.id and o.status not in ('cancelled', 'returned')
  group by c.id;

create materialized view monthly_revenue as
  select date_trunc('month', o.placed_at at time zone 'UTC')::date as month, c.country,
         count(*) as orders, count(distinct o.customer_id) as customers,
         sum(o.total)::numeric(14,2) as revenue
  from orders o join customers c on c.id = o.customer_id
  where o.status not in ('cancelled', 'returned')
  group by 1, 2 order by 1, 2;
create unique index on monthly_revenue (month, country);`;

/** Descriptions that the schema browser shows. */
export const comments = `
comment on table customers is 'People and companies who have an account in the shop.';
comment on column customers.email is 'Unique. The addresses are made up.';
comment on column customers.country is 'ISO 3166-1 alpha-2 code.';
comment on column customers.city is 'Unknown for about one customer in eight.';
comment on column customers.segment is 'consumer, small_business or enterprise.';
comment on column customers.tags is 'Labels given by the sales team; often none.';
comment on column customers.newsletter is 'Whether the customer wants the newsletter.';
comment on column customers.signed_up_at is 'When the account was made.';
comment on table products is 'What the shop sells or sold.';
comment on column products.sku is 'Stock keeping unit, printed on the box.';
comment on column products.price is 'Today''s price in euros; orders keep the price of their day.';
comment on column products.attributes is 'Material, colour and dimensions.';
comment on column products.discontinued_on is 'Empty while the product is sold.';
comment on table orders is 'One row for each order, from the basket to the doorstep.';
comment on column orders.status is 'pending, paid, shipped, delivered, cancelled or returned.';
comment on column orders.discount is 'In euros; empty when there was none.';
comment on column orders.total is 'Sum of the lines less the discount, in euros.';
comment on column orders.note is 'What the customer wrote for the courier.';
comment on table order_items is 'The lines of the orders.';
comment on column order_items.line is 'Position within the order, from 1.';
comment on column order_items.unit_price is 'Price of one piece on the day of the order, in euros.';
comment on table events is 'What visitors did on the web site.';
comment on column events.session_id is 'Events of one visit share it.';
comment on column events.customer_id is 'Empty for visitors who had not signed in.';
comment on column events.type is
  'page_view, product_view, search, add_to_cart, checkout, purchase or support_chat.';
comment on column events.duration_ms is 'Time until the visitor went on; empty for the last event.';
comment on column events.properties is 'Depends on the type: the product, the search terms, the amount.';
comment on view customer_totals is 'Orders and revenue of each customer, cancelled ones left out.';
comment on materialized view monthly_revenue is 'Revenue by month and country.';`;
