select strftime('%Y-%m', placed_at) as month, sum(amount) as revenue
from orders
group by month
----
select name, country
from customers
where country is not null
order by name collate nocase
----
pragma table_info(orders)
----
select type, name from sqlite_master
where name not like 'sqlite_%'
----
with recursive n(i) as (
  select 1
  union all
  select i + 1 from n where i < 10
)
select i from n
----
insert or replace into products (id, name, price)
values (1, 'Pen', 2.5)
----
insert into customers (id, name) values (1, 'a')
on conflict (id) do update set name = excluded.name
----
select o.id, c.name
from orders o
join customers c on c.id = o.customer_id
where o.placed_at >= date('now', '-30 days')
----
select group_concat(name, '; ') as names
from products
group by category
----
select e.full_name || ' (' || e.department || ')' as who
from employees e
----
select iif(salary > 5000, 'high', 'low') as band, count(*) as n
from employees
group by band
----
select julianday('now') - julianday(hired_on) as days
from employees
----
select json_extract(properties, '$.page') as page, count(*) c
from events
group by 1
order by c desc
----
update products set price = round(price * 1.1, 2)
where category = 'Paper'
----
delete from sessions
where started_at < datetime('now', '-1 year')
----
explain query plan
select * from orders where customer_id = 7
----
select id, amount,
  sum(amount) over (order by placed_at rows between unbounded preceding and current row) as running
from orders
----
select total(amount) as t, avg(amount) as a, max(amount) as m
from payments
where method in ('card', 'cash')
----
create view paid as
select *
from orders
where status = 'paid'
----
create index if not exists orders_by_day on orders (placed_at)
----
select p.id
from products p
left join order_lines l on l.product_id = p.id
where l.id is null
----
select typeof(price), quote(name) from products limit 3 offset 6
----
select * from customers
where name glob 'A*' and email like '%\_%' escape '\'
----
select coalesce(discount_code, 'none') as code, count(*)
from orders
group by code
having count(*) >= 2
----
attach 'archive.db' as old;
select count(*) from old.orders
----
select "name", [city], `country`
from customers
----
select case status when 'paid' then 1 else 0 end as is_paid
from orders
----
select s.name supplier, count(p.id) products
from suppliers s
join products p on p.supplier_id = s.id
group by s.id
----
-- Orders without payment
select id from orders
except
select order_id from payments
----
select date(placed_at, 'start of month') as first, count(*) as value
from orders
group by first
----
values (1, 'a'), (2, 'b')
----
select x'0aff' as b, 1e3 as n, .5 as h
----
select ntile(4) over (order by amount) as q, amount
from orders
