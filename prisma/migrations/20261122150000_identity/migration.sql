-- Who may come in, and how: methods of signing in beside the password, tokens, invitations, and a record.

alter table users
  -- How the user came in first; only local ones may set a password by an invitation or a reset link.
  add column origin text not null default 'local'
    check (origin in ('local', 'ldap', 'proxy', 'oauth', 'oidc', 'saml', 'none')),
  -- False: the user took the address without anybody having proved that it is theirs.
  add column is_email_proven boolean not null default true,
  -- The role is taken anew from the other side at each sign-in.
  add column sync_auth_role boolean not null default false,
  -- The link is a keyed hash over this and the user's id: a copy of this table opens no account.
  add column password_reset_nonce text,
  add column password_reset_expires_at timestamptz(3);
create unique index users_ldap_id_key on users (ldap_id);

-- What another service calls a user, under a name that it never gives to somebody else.
create table identities (
  origin text not null,
  subject text not null,
  user_id text not null references users (id) on delete cascade on update cascade,
  created_at timestamptz(3) not null default now(),
  primary key (origin, subject)
);
create unique index identities_user_id_origin_key on identities (user_id, origin);

-- Sign-ins on their way through another service; each is taken once.
create table pending_sign_ins (
  -- SHA-256 of what the browser's cookie holds.
  id_hash text primary key,
  origin text not null,
  data jsonb not null,
  expires_at timestamptz(3) not null
);
create index pending_sign_ins_expires_at_idx on pending_sign_ins (expires_at);

-- Assertions that have been used, until they would be refused for their age.
create table used_assertions (
  id_hash text primary key,
  expires_at timestamptz(3) not null
);
create index used_assertions_expires_at_idx on used_assertions (expires_at);

-- Failed sign-ins by account and network, counted for all API processes together. `*` stands for all
-- accounts of a network, and for all networks of an account.
create table sign_in_failures (
  -- SHA-256 of the account's name: people type passwords there, too.
  account_hash text not null,
  network text not null,
  failures integer not null,
  ends_at timestamptz(3) not null,
  -- The account has signed in from this network: what others fail at elsewhere does not keep it out.
  known_until timestamptz(3),
  primary key (account_hash, network)
);
create index sign_in_failures_ends_at_idx on sign_in_failures (ends_at);

create table service_tokens (
  id text primary key,
  name text not null,
  role text not null check (role in ('admin', 'editor')),
  -- Hours; null = for good.
  duration integer,
  expiry_date timestamptz(3),
  -- The end of the token, to be told from others by.
  masked_token text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- What happened to accounts, rights and secrets; rows are only ever added.
create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default now(),
  action text not null,
  outcome text not null check (outcome in ('done', 'refused')),
  -- Who did it; null when nobody was signed in. No reference: the record outlives the user.
  actor_id text,
  actor_name text,
  -- What it was done to, such as users/<id>.
  target text,
  address text,
  detail jsonb not null default '{}'
);
create index audit_events_at_idx on audit_events (at);
create index audit_events_actor_id_idx on audit_events (actor_id);
