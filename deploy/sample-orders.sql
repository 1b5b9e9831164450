-- Sample data for the target database of docker-compose.yml and `npm run cluster`.
create table orders (
  id integer primary key,
  ordered_on date not null,
  status text not null,
  total numeric(10, 2) not null
);
insert into orders
select n, date '2026-01-01' + n % 300, (array['open', 'paid', 'shipped'])[1 + n % 3], (n * 7919 % 100000) / 100.0
from generate_series(1, 10000) n;
