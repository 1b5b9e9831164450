select `name` as n
from customers c
where c.city = "Oslo" and name like 'a%'
limit 5, 10
----
select date_format(placed_at, '%Y-%m') as ym, sum(amount) as revenue
from orders
group by ym
order by ym desc
----
# it's all (of them
select straight_join s.session_id
from sessions s
join users u using (user_id)
----
insert into customers (id, name)
values (1, 'it\'s')
on duplicate key update name = values(name)
----
select customer_id, group_concat(id separator ', ') as ids
from orders o
group by customer_id
----
select year(placed_at) as y, month(placed_at) as m, count(*)
from orders
group by y, m with rollup
----
select *
from orders
where placed_at >= date_sub(curdate(), interval 30 day)
order by placed_at desc
----
select c.name, ifnull(sum(o.amount), 0) as spent
from customers c
left join orders o on o.customer_id = c.id
group by c.id
having spent > 100
----
select if(amount > 100, 'big', 'small') as size, count(*) n
from orders
group by size
----
show full processlist
----
explain select id from orders where status = 'open'
----
update orders o
join customers c on c.id = o.customer_id
set o.currency = 'EUR'
where c.country = 'DE'
----
delete o from orders o
left join customers c on c.id = o.customer_id
where c.id is null
----
select json_unquote(json_extract(properties, '$.page')) as page
from events
limit 20
----
select properties->>'$.page' as page, count(*)
from events
group by page
----
select @n := @n + 1 as rn, t.id
from orders t, (select @n := 0) v
----
select timestampdiff(day, u.signed_up_at, min(s.started_at)) as days
from users u
join sessions s on s.user_id = u.user_id
group by u.user_id
----
select p.name, l.quantity -- as typed
from products p
cross join order_lines l
where p.id = l.product_id
----
with ranked as (
  select *, row_number() over (partition by customer_id order by amount desc) as rn
  from orders
)
select * from ranked where rn <= 3
----
select department, avg(salary) over (partition by department) as a
from employees
----
create table if not exists report_month (
  id int auto_increment primary key,
  month char(7) not null,
  total decimal(12, 2) default 0
) engine = InnoDB
----
select concat_ws(' ', name, city) as label
from customers
where country in ('NO', 'SE', 'DK')
----
select distinct substring_index(email, '@', -1) as domain
from customers
----
alter table customers add column note varchar(200) after name
----
select count(*) into @c
from orders
----
select o.id, o.amount
from orders o
where o.amount > all (select amount from payments where method = 'cash')
----
set @from = '2024-01-01';
select * from orders where placed_at > @from
----
select hour(occurred_at) as h, count(distinct user_id)
from events
where event_name regexp '^buy'
group by h
----
select s.country, s.name
from suppliers s
natural left join products
----
select cast(amount as signed) as a, convert(amount, char) as b
from payments
union
select 1, 'x'
order by a
----
replace into products (id, name, price)
values (1, 'Pen', 2.50)
----
select /*+ max_execution_time(1000) */ count(*)
from events force index (primary)
----
select quarter(due) q from (select placed_at as due from orders) d
