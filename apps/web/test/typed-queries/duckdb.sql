from orders
select status, count(*) as n
group by all
order by all
----
select * exclude (email)
from customers
----
select * replace (amount / 100 as amount)
from orders
----
summarize orders
----
select *
from read_csv('data/orders_*.csv', header = true)
limit 100
----
select category, median(price) as m, mode(name) as top
from products
group by category
----
select date_trunc('week', placed_at) as week, sum(amount) as revenue
from orders
group by week
order by week
----
select customer_id, amount
from orders
qualify row_number() over (partition by customer_id order by amount desc) = 1
----
pivot orders
on status
using sum(amount)
group by currency
----
select unnest([1, 2, 3]) as n, 'x' as label
----
select list_transform([1, 2], lambda x: x * 2) as l
----
select arg_max(name, price) as dearest, arg_min(name, price) as cheapest
from products
----
select {'a': 1, 'b': 'two'} as s, map {'k': 10} as m
----
with t as (
  select user_id, count(*) as hits
  from events
  group by user_id
)
select u.plan, avg(t.hits) as avg_hits
from t
join users u using (user_id)
group by u.plan
----
select e.event_name, s.device
from events e
asof join sessions s
  on e.user_id = s.user_id and e.occurred_at >= s.started_at
----
select approx_count_distinct(user_id) as users
from events
where occurred_at > now() - interval 7 day
----
copy (select * from orders) to 'orders.parquet' (format parquet)
----
create or replace table report as
select country, count(*) as n
from customers
group by country
----
select columns('.*_at') from orders
----
select range as n from range(10)
----
select regexp_extract(email, '@(.+)$', 1) as domain, count(*)
from customers
group by 1
----
select country, string_agg(name, ', ') as names
from customers
where name is not null
group by country
----
select epoch_ms(placed_at) as ms, strftime(placed_at, '%d.%m.%Y') as d
from orders
----
select quantile_cont(amount, [0.25, 0.5, 0.75]) as q
from orders
----
describe select * from customers
----
select i.total, l.debit
from finance.invoices i, finance.ledger l
where i.total = l.debit
----
insert into products by name
select 9 as id, 'Ink' as name
----
select o.id, p.method
from orders o
full outer join payments p on p.order_id = o.id
where o.id is null or p.id is null
----
select try_cast(discount_code as integer) as code
from orders
----
select * from orders using sample 10%
----
select year(hired_on) as y, count(*) as value
from employees
group by y
having value > 1
----
unpivot (select id, price from products)
on price into name k value v
----
select cast('2024-05-01' as date) + interval 1 month as next
----
select histogram(status) as h from orders
