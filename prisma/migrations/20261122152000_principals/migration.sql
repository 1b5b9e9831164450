-- Whoever may own batches and connection clients: users, and service tokens, which have no address and no values
-- for templates beside id, name and role. An expired token is to be treated like a disabled user.
create view principals as
  select id, email, name, role, disabled, data from users
  union all
  select id, '' as email, name, role, coalesce(expiry_date <= now(), false) as disabled, '{}'::jsonb as data
  from service_tokens;
