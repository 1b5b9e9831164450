/** The tables of the queries below, for PostgreSQL. */
export const postgresTables = `
  create table customers (id int primary key, name text, city text);
  create table orders (id int primary key, customer_id int, amount numeric, placed_at date, state text);
  create table order_lines (order_id int, part_id int, price numeric, "Unit Name" text);
  create table sessions (id int, user_id int, seconds int);
  create schema stock;
  create table stock.parts (id int, weight numeric, "group" text);`;

/** The tables for MariaDB. */
export const mariaDbTables = `
  create table customers (id int primary key, name varchar(40), city varchar(40));
  create table orders (id int primary key, customer_id int, amount decimal(9,2), placed_at date, state varchar(9));
  create table sessions (id int, user_id int, seconds int);`;

/** Queries for PostgreSQL, typed with Enter at each line end. */
export const postgresQueries = [
  'select count(*) as cnt\nfrom orders',
  'select *\nfrom orders o\nwhere o.amount > 10\norder by o.id',
  'explain\nselect 1',
  "select id, name as n\nfrom customers c\nwhere c.city in ('Oslo', 'as', 'from or')\nlimit 5",
  `with big as (
  select customer_id, sum(amount) as total
  from orders
  group by customer_id
)
select c.name, b.total
from big b
join customers c on c.id = b.customer_id`,
  `select o.id,
       l.price
from orders o
left join order_lines l
  on l.order_id = o.id and l.price between 1 and 2
;`,
  `select id, row_number() over (partition by state order by placed_at desc) as rn,
  sum(amount) over w as s
from orders
window w as (order by id rows between 1 preceding and current row)`,
  `-- it's the customers' list :) of orders (all of them
select /* "or", not 'and' ( */ name
from customers -- as
where name = 'O''Brien (se' or city = 'se--x'`,
  `select p."group", l."Unit Name"
from stock.parts p, order_lines l
where p.id = l.part_id`,
  `insert into customers (id, name)
values (1, 'a'), (2, 'b')
on conflict (id) do update set name = excluded.name
returning id`,
  `update orders
set state = 'paid', amount = amount + 1
where id in (select order_id from order_lines)`,
  'delete from sessions s\nusing customers c\nwhere c.id = s.user_id;\nselect 2',
  `select case when amount > 5 then 'big' else 'small' end as size
from orders
group by 1
having count(*) > 1`,
  "select now()::date as d, interval '1 day' as i, array[1, 2] as a\nunion all\nselect null, null, null",
  "select $$it's (a\n$$ as body, E'a\\'b' as e\nfrom orders se\nfetch first 1 rows only",
  `create temporary table se as
select distinct on (customer_id) customer_id, id
from orders
order by customer_id, id;

select s from se s`,
] as const;

/** Queries for MariaDB. */
export const mariaDbQueries = [
  'select `name` as n\nfrom customers c\nwhere c.city = "Oslo" and name like \'a%\'\nlimit 5, 10',
  "select date_format(placed_at, '%Y') as y, group_concat(id separator ', ') as ids\nfrom orders o\ngroup by y",
  "# it's all (of them\nselect straight_join s.id\nfrom sessions s\njoin customers c using (id)",
  "insert into customers (id, name)\nvalues (1, 'it\\'s')\non duplicate key update name = values(name)",
] as const;
