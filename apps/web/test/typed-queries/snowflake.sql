select date_trunc('month', placed_at) as month, sum(amount) as revenue
from orders
group by 1
order by 1
----
SELECT C.COUNTRY, COUNT(DISTINCT O.CUSTOMER_ID) AS BUYERS
FROM CUSTOMERS C
JOIN ORDERS O ON O.CUSTOMER_ID = C.ID
GROUP BY C.COUNTRY
----
select customer_id, amount
from orders
qualify row_number() over (partition by customer_id order by amount desc) = 1
----
select properties:page::string as page, count(*) as hits
from events
group by page
----
select f.value:sku::string as sku
from events e, lateral flatten(input => e.properties:items) f
----
select iff(amount > 100, 'big', 'small') as size, count(*)
from orders
group by size
----
select listagg(name, ', ') within group (order by name) as names
from customers
----
select dateadd(day, -7, current_date()) as since, datediff('day', placed_at, current_date()) as age
from orders
----
// Comments of this dialect
select zeroifnull(sum(amount))
from orders
----
use warehouse reporting
----
show tables in schema finance
----
select $1, $2
from @my_stage/orders.csv
----
select try_to_number(discount_code) as n, nvl(currency, 'EUR') as cur
from orders
----
merge into customers c
using staged s
  on c.id = s.id
when matched then update set c.name = s.name
when not matched then insert (id, name) values (s.id, s.name)
----
create or replace table report as
select * from orders
where status = 'paid'
----
select object_construct('id', id, 'name', name) as o
from customers
limit 10
----
with daily as (
  select placed_at::date as d, count(*) as n
  from orders
  group by 1
)
select d, avg(n) over (order by d rows between 6 preceding and current row) as avg7
from daily
----
select i.invoice_no
from finance.invoices i
where i.due_on < current_date
----
select * from table(result_scan(last_query_id()))
----
select seq4() as n
from table(generator(rowcount => 10))
----
select approx_count_distinct(user_id) from events
where event_name ilike 'buy%'
----
select *
from orders pivot (sum(amount) for currency in ('EUR', 'USD')) as p
----
select ratio_to_report(amount) over () as share
from payments
----
select split_part(email, '@', 2) as domain, count(*) as value
from customers
group by domain
having value > 3
----
select $$it's
(text$$ as body
----
select * from orders at(offset => -3600)
----
select 'it\'s' as quoted, 'a''b' as doubled
----
copy into orders
from @my_stage
file_format = (type = csv skip_header = 1)
----
select * from orders sample (10)
----
select median(salary) as m, department
from employees
group by all
----
select array_agg(distinct status) as states
from orders
----
select last_day(hired_on) as first, monthname(hired_on) as month
from employees
----
delete from sessions
where started_at < dateadd(year, -1, current_timestamp())
