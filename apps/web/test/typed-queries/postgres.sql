select count(*) as cnt
from orders
----
select date_trunc('month', placed_at) as month, sum(amount) as revenue
from orders
where status = 'paid'
group by 1
order by 1
----
select c.country, count(distinct o.customer_id) as buyers
from customers c
join orders o on o.customer_id = c.id
group by c.country
having count(*) > 5
order by buyers desc
limit 10
----
with monthly as (
  select date_trunc('month', placed_at) as m, sum(amount) as rev
  from orders
  group by 1
)
select m, rev, rev - lag(rev) over (order by m) as diff
from monthly
----
select *
from orders o
left join payments p
  on p.order_id = o.id
where p.id is null
----
select id, name as n
from customers c
where c.city in ('Oslo', 'as', 'from or')
limit 5
----
select p.category,
       sum(l.quantity * l.unit_price) as total
from order_lines l
join products p on p.id = l.product_id
group by p.category
----
select distinct on (customer_id) customer_id, id, placed_at
from orders
order by customer_id, placed_at desc
----
explain analyze
select *
from events
where occurred_at >= now() - interval '7 days'
----
select percentile_cont(0.5) within group (order by amount) as median
from orders
----
select e.full_name, m.full_name as manager
from employees e
left join employees m on m.id = e.manager_id
----
with recursive tree as (
  select id, manager_id, 1 as depth
  from employees
  where manager_id is null
  union all
  select e.id, e.manager_id, t.depth + 1
  from employees e
  join tree t on t.id = e.manager_id
)
select depth, count(*)
from tree
group by depth
----
select properties ->> 'page' as page, count(*)
from events
where event_name = 'view'
group by page
----
select to_char(placed_at, 'YYYY-MM') ym, count(*) filter (where status = 'paid') paid
from orders
group by ym
----
-- it's the customers' list :) of orders (all of them
select /* "or", not 'and' ( */ name
from customers -- as
where name = 'O''Brien (se'
----
insert into customers (id, name)
values (1, 'a'), (2, 'b')
on conflict (id) do update set name = excluded.name
returning id
----
update orders
set status = 'paid', amount = amount + 1
where id in (select order_id from payments)
----
delete from sessions s
using users u
where u.user_id = s.user_id;
select 2
----
select case when amount > 500 then 'big'
            when amount > 50 then 'mid'
            else 'small' end as size, count(*)
from orders
group by 1
----
select now()::date as d, interval '1 day' as i, array[1, 2] as a
union all
select null, null, null
----
select user_id,
  count(*) over w as n,
  row_number() over w as rn
from sessions
window w as (partition by user_id order by started_at)
----
create temporary table se as
select *
from orders
where amount > 10;

select s from se s
----
select i.invoice_no, i.total
from finance.invoices i
where i.due_on < current_date
----
select d::date as day, coalesce(count(o.id), 0) as orders
from generate_series('2024-01-01', '2024-01-31', interval '1 day') d
left join orders o on o.placed_at::date = d::date
group by 1
----
select name, email
from customers
where email ilike '%@example.com' and not (country = 'DE' or country is null)
----
select u.plan, avg(s.n)
from users u
join lateral (
  select count(*) as n
  from sessions
  where sessions.user_id = u.user_id
) s on true
group by u.plan
----
select $$it's (a
$$ as body, E'a\'b' as e
from orders se
fetch first 1 rows only
----
select id, month, first, year
from (select 1 as id, 2 as month, 3 as first, 4 as year) t
----
select account, sum(debit) - sum(credit) as balance
from finance.ledger
group by rollup (account)
----
select o.id
from orders o
where exists (
  select 1
  from refunds r
  join payments p on p.id = r.payment_id
  where p.order_id = o.id
)
----
select country, string_agg(name, ', ' order by name) names
from customers
group by country
----
select extract(dow from placed_at) as dow, avg(amount)::numeric(10,2)
from orders
group by dow
order by dow
----
select a.id from orders a
except
select b.order_id from payments b
order by 1
----
with c as (select 1 as x), d as (select 2 as y)
select x, y from c, d
