select date_trunc(date(placed_at), month) as month, sum(amount) as revenue
from shop.orders
group by month
order by month
----
select event_name, count(*) as hits
from `my-project.shop.events`
where occurred_at >= timestamp_sub(current_timestamp(), interval 7 day)
group by event_name
----
select * except (email)
from shop.customers
----
select * replace (round(amount, 2) as amount)
from shop.orders
----
select countif(status = 'paid') as paid, safe_divide(sum(amount), count(*)) as mean
from shop.orders
----
select s.device, approx_quantiles(n, 4)[offset(2)] as median
from (
  select device, count(*) as n
  from shop.sessions
  group by device, user_id
) s
group by s.device
----
select item
from unnest(['a', 'b']) as item with offset as pos
----
with t as (
  select 1 as id, ['x', 'y'] as tags
)
select id, tag
from t, unnest(tags) as tag
----
select customer_id, amount
from shop.orders
qualify row_number() over (partition by customer_id order by amount desc) = 1
----
# Comments of this dialect
select format_date('%Y-%m', hired_on) as ym, count(*)
from shop.employees
group by 1
----
select json_value(properties, '$.page') as page
from shop.events
limit 10
----
select "double quoted", 'single', r'raw\d', """triple
'quoted'"""
----
select struct(1 as a, 'b' as b) as s, array<int64>[1, 2] as l
----
declare since date default date '2024-01-01';
select * from shop.orders where date(placed_at) >= since
----
create or replace table shop.report
partition by day as
select date(placed_at) as day, count(*) as n
from shop.orders
group by day
----
select c.country, array_agg(c.name order by c.name limit 3) as top
from shop.customers c
group by c.country
----
select string_agg(distinct currency, ', ') as currencies
from shop.orders
----
merge shop.customers c
using shop.staged s
on c.id = s.id
when matched then
  update set name = s.name
when not matched then
  insert row
----
select regexp_extract(email, r'@(.+)$') as domain, count(*) as value
from shop.customers
group by domain
----
select * from shop.events
where _table_suffix between '20240101' and '20240131'
----
select date_diff(current_date(), date(signed_up_at), day) as days
from shop.users
----
select o.id, p.method
from shop.orders o
left join shop.payments p
on p.order_id = o.id
where p.id is null
----
select if(amount > 100, 'big', 'small') as size, count(1)
from shop.orders
group by 1
----
select extract(isoweek from placed_at) as week, avg(amount) as value
from shop.orders
group by week
----
select safe_cast(discount_code as int64) as code
from shop.orders
----
select first_value(device) over (partition by user_id order by started_at) as first
from shop.sessions
----
select generate_date_array('2024-01-01', '2024-01-07') as days
----
select any_value(name) as name, max(price) as price
from shop.products
group by category
----
select * from shop.products
tablesample system (10 percent)
----
select session_id, last_value(event_name) over w as last
from shop.events
window w as (partition by session_id order by occurred_at)
----
export data options (uri = 'gs://bucket/orders-*.csv', format = 'CSV') as
select * from shop.orders
----
select id from shop.orders
except distinct
select order_id from shop.payments
----
select d as day, count(o.id) as n
from unnest(generate_date_array('2024-01-01', '2024-01-31')) as d
left join shop.orders o on date(o.placed_at) = d
group by day
