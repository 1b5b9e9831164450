-- Counts a sign-in attempt as failed: for the network, for the account from this network, and for the account from all
-- networks.
--
-- Invariants:
-- * The network's row is written first. A network that has reached its limit writes no rows for further accounts.
-- * An account that has reached its limit for this network does not count further for all networks: one network
--   alone cannot lock an account out.
-- * The remaining time uses clock_timestamp(): another process may have set ends_at after this transaction began, and
--   now() would give a second too many.
with source as (
  insert into sign_in_failures as f (account_hash, network, failures, ends_at)
  values (:all, :network, 1, now() + :windowSeconds * interval '1 second')
  :countOne
  returning f.*
), account as (
  insert into sign_in_failures as f (account_hash, network, failures, ends_at)
  select :hash, :network, 1, now() + :windowSeconds * interval '1 second'
  from source where source.failures <= :perNetwork
  :countOne
  returning f.*
), everywhere as (
  insert into sign_in_failures as f (account_hash, network, failures, ends_at)
  select :hash, :all, 1, now() + interval '1 hour'
  from account where account.failures <= :perAccountAndNetwork
  :countOne
  returning f.*
)
select account_hash as account, network, failures, coalesce(known_until > now(), false) as "isKnown",
  ceil(extract(epoch from ends_at - clock_timestamp()))::int as "secondsLeft"
from (
  select * from source union all select * from account union all select * from everywhere) f
