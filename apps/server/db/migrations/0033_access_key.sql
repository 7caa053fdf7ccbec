-- Access keys of the open API. A key acts as an account of its own, which nobody can sign in to: what it does has an
-- author, and products are assigned to it as to an administrator.
alter table account add column is_key boolean not null default false;
alter table account drop constraint account_check;
-- The account of a key has no address, so nobody can sign in to it and nothing is sent to it.
alter table account add constraint account_address_check check (
  case when is_key then email is null and mobile is null and password_hash = '!' and user_name is not null
  else email is not null or mobile is not null end);
grant select (is_key) on account to sealwright_app;

create table access_key (
  developer_id bigint not null references developer,
  guid uuid not null,
  -- Stays when the key is deleted: it is the author of what the key did.
  account_id uuid not null references account,
  key_id text not null check (key_id ~ '^ak_[A-Za-z0-9]{20}$'),
  name text not null check (char_length(name) between 1 and 40),
  -- Sealed under the secret key. The former secret is valid until former_until.
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  privileges text[] not null check (cardinality(privileges) > 0),
  -- Whether the key sees only the products that are assigned to its account.
  is_limited boolean not null,
  networks text[] not null,
  ends_at timestamptz,
  is_enabled boolean not null default true,
  last_used_at timestamptz,
  last_network text,
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid),
  constraint access_key_id_unique unique (key_id),
  constraint access_key_account_unique unique (account_id),
  constraint access_key_former_check check ((former_secret is null) = (former_until is null))
);
create unique index access_key_name_unique on access_key (developer_id, lower(name)) where deleted_at is null;
create index access_key_by_name on access_key (developer_id, name, guid) where deleted_at is null;
create index access_key_by_creation on access_key (developer_id, created_at, guid) where deleted_at is null;
create index access_key_created_by on access_key (created_by);
create index access_key_updated_by on access_key (updated_by);
alter table access_key enable row level security;
create policy tenant on access_key using (developer_id = current_developer());
grant select, insert, update on access_key to sealwright_app;

-- Nonces of signed requests, until their time is too long ago for the request to be accepted again. The primary key
-- refuses a replay on whichever process it arrives.
create table access_nonce (
  developer_id bigint not null references developer,
  key_guid uuid not null,
  nonce text not null check (char_length(nonce) <= 64),
  until timestamptz not null,
  primary key (developer_id, key_guid, nonce),
  foreign key (developer_id, key_guid) references access_key
);
create index access_nonce_until on access_nonce (until);
alter table access_nonce enable row level security;
create policy tenant on access_nonce using (developer_id = current_developer());
grant select, insert on access_nonce to sealwright_app;

-- Calls of a key per day of its developer's time zone, by result.
create table access_key_use (
  developer_id bigint not null references developer,
  key_guid uuid not null,
  day date not null,
  result text not null check (result in ('done', 'refused', 'limited', 'failed')),
  calls int not null,
  primary key (developer_id, key_guid, day, result),
  foreign key (developer_id, key_guid) references access_key
);
create index access_key_use_day on access_key_use (day);
alter table access_key_use enable row level security;
create policy tenant on access_key_use using (developer_id = current_developer());
grant select, insert, update on access_key_use to sealwright_app;

create function open_key_account(account uuid, account_name text, account_locale text, at timestamptz) returns void
  language sql security definer set search_path = public, pg_temp
  begin atomic
    insert into account (id, user_name, password_hash, locale, is_key, created_at)
    values (account, account_name, '!', account_locale, true, at);
  end;

-- A key with its developer, in the columns of the view `member`, so that a caller is made of both in the same way.
create view key_caller as
  select
    k.guid as key_guid, k.key_id, k.name as key_name, k.secret, k.former_secret, k.former_until, k.networks, k.ends_at,
    a.id as account_id, a.email, a.mobile, a.user_name, a.locale, a.time_format, a.page_size,
    a.time_zone as account_time_zone,
    d.id as developer_id, d.name as developer_name, d.display_name as developer_display_name,
    d.status as developer_status, service_ends(d.id) as service_until, d.time_zone,
    false as is_super, k.privileges, k.is_enabled, k.ends_at as valid_until,
    case when k.is_limited then array['product'] else '{}' end as limited,
    null::int as cloud_quota, null::int as soft_quota, null::uuid as integrator_guid,
    null::boolean as integrator_enabled
  from access_key k
    join account a on a.id = k.account_id
    join developer d on d.id = k.developer_id
  where k.deleted_at is null;
create function caller_of_key(id text) returns setof key_caller
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from key_caller c where c.key_id = id $$;
-- A task of a key runs as the key.
create function caller_of_key_account(developer bigint, account uuid) returns setof key_caller
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from key_caller c where c.developer_id = developer and c.account_id = account $$;
revoke execute on function open_key_account(uuid, text, text, timestamptz), caller_of_key(text),
  caller_of_key_account(bigint, uuid) from public;
grant execute on function open_key_account(uuid, text, text, timestamptz), caller_of_key(text),
  caller_of_key_account(bigint, uuid) to sealwright_app;
