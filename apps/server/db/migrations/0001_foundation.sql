-- The ground every domain stands on: the application's role, tenants, people, sessions, the operation log, counters,
-- idempotency, outbox, keys. The connecting role owns everything; the server works as sealwright_app, which owns
-- nothing and is held by row-level security.

-- Where a database administrator made the role beforehand, an owner without CREATEROLE is enough: neither step is then
-- tried.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sealwright_app') then
    create role sealwright_app nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another server's first start made it just now
end $$;
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    -- Since version 16, whoever made a role may grant it but not become it.
    if not pg_has_role(current_user, 'sealwright_app', 'set')
      then execute format('grant sealwright_app to %I', current_user); end if;
  elsif not pg_has_role(current_user, 'sealwright_app', 'member') then
    execute format('grant sealwright_app to %I', current_user);
  end if;
end $$;
grant usage on schema public to sealwright_app;
revoke create on schema public from public;

-- The tenant of this transaction. Unset reads as '', so that a forgotten setting shows nothing instead of failing or
-- showing everything.
create function current_developer() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('sealwright.developer_id', true), '')::bigint;

create table developer (
  id bigint generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 50),
  display_name text check (char_length(display_name) between 1 and 20), -- null: the name
  status text not null default 'trial' check (status in ('trial', 'formal')),
  dev_type int not null default 0 check (dev_type in (0, 1)),
  service_status text not null default 'normal' check (service_status in ('normal', 'unpaid')),
  time_zone text not null default 'Asia/Shanghai',
  created_at timestamptz not null
);

-- A global account: one e-mail or mobile, one password, whatever developers it has to do with.
create table account (
  id uuid primary key,
  email text check (char_length(email) <= 254 and email = lower(email)),
  mobile text check (mobile ~ '^1[0-9]{10}$'),
  user_name text check (char_length(user_name) <= 64),
  password_hash text not null,
  activated_at timestamptz,
  locale text not null default 'zh' check (locale in ('zh', 'en')),
  time_format text not null default 'yyyy-MM-dd HH:mm',
  page_size int not null default 10,
  created_at timestamptz not null,
  constraint account_email_unique unique (email),
  constraint account_mobile_unique unique (mobile),
  check (email is not null or mobile is not null)
);

-- One account administers at most one developer, hence the second unique constraint.
create table membership (
  developer_id bigint not null references developer,
  account_id uuid not null references account,
  is_super boolean not null,
  privileges text[] not null default '{}',
  is_enabled boolean not null default true,
  valid_until timestamptz,
  created_at timestamptz not null,
  primary key (developer_id, account_id),
  constraint membership_account_unique unique (account_id)
);
create unique index membership_one_super on membership (developer_id) where is_super;

create table session (
  id text primary key,
  secret_hash bytea not null,
  account_id uuid not null references account on delete cascade,
  developer_id bigint not null references developer,
  state text not null check (state in ('pending', 'active')),
  fingerprint text,
  network text not null,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index session_account on session (account_id);
create index session_developer on session (developer_id);
create index session_expiry on session (expires_at);

-- Before the tenant is known: who is behind a session handle, and what an account administers. One statement each, and
-- nothing else can be read this way.
create function caller_of_session(handle text) returns table (
  secret_hash bytea, state text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
    fingerprint text,
  account_id uuid, email text, mobile text, user_name text, locale text, time_format text, page_size int,
  developer_id bigint, developer_name text, developer_display_name text, developer_status text, dev_type int,
    service_status text, time_zone text,
  is_super boolean, privileges text[], is_enabled boolean, valid_until timestamptz
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.secret_hash, s.state, s.created_at, s.last_seen_at, s.expires_at, s.fingerprint,
      a.id, a.email, a.mobile, a.user_name, a.locale, a.time_format, a.page_size,
      d.id, d.name, d.display_name, d.status, d.dev_type, d.service_status, d.time_zone,
      m.is_super, m.privileges, m.is_enabled, m.valid_until
    from session s
      join account a on a.id = s.account_id
      join developer d on d.id = s.developer_id
      join membership m on m.developer_id = s.developer_id and m.account_id = s.account_id
    where s.id = handle
  $$;

create function membership_of_account(account uuid) returns table (developer_id bigint, is_enabled boolean,
  valid_until timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select m.developer_id, m.is_enabled, m.valid_until from membership m where m.account_id = account $$;

-- The operation log. The application only ever inserts; the sealer, which is the owner, chains what has been committed.
create table operation_log (
  developer_id bigint not null references developer,
  id bigint generated always as identity,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  call text not null,
  type int not null check (type in (0, 1, 2)),
  target_kind text not null,
  target_guid uuid not null,
  target_name text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  network text,
  fingerprint text,
  primary key (developer_id, id)
);
create index operation_log_time on operation_log (developer_id, at desc, id desc);
create index operation_log_target on operation_log (developer_id, target_kind, target_guid, at desc, id desc);
create index operation_log_actor on operation_log (developer_id, actor_id, at desc, id desc);

-- What waits to be sealed. A queue instead of a cursor: ids are not in commit order, and a row that commits late is
-- simply sealed late.
create table operation_unsealed (
  developer_id bigint not null,
  log_id bigint not null,
  primary key (developer_id, log_id)
);

create table operation_seal (
  developer_id bigint not null references developer,
  seq bigint not null,
  log_id bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null,
  primary key (developer_id, seq),
  constraint operation_seal_log_unique unique (developer_id, log_id)
);

create function operation_log_queue() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin insert into operation_unsealed (developer_id, log_id) select developer_id, id
    from added; return null; end $$;
create trigger operation_log_queue after insert on operation_log
  referencing new table as added for each statement execute function operation_log_queue();

-- Counts too large to count: deltas are appended in the transaction that changes the rows and folded by a job, so
-- writers never wait for each other.
create table counter (
  developer_id bigint not null references developer,
  name text not null,
  value bigint not null,
  primary key (developer_id, name)
);
create table counter_delta (
  developer_id bigint not null references developer,
  id bigint generated always as identity,
  name text not null,
  delta bigint not null,
  primary key (developer_id, id)
);
create index counter_delta_name on counter_delta (developer_id, name);

create function fold_counters() returns bigint
  language sql volatile set search_path = public, pg_temp
  as $$
    with moved as (delete from counter_delta returning developer_id, name, delta),
      sums as (select developer_id, name, sum(delta)::bigint as delta from moved group by 1, 2),
      folded as (
        insert into counter (developer_id, name, value) select developer_id, name, delta from sums
        on conflict (developer_id, name) do update set value = counter.value + excluded.value
        returning 1
      )
    select count(*) from folded
  $$;

create table idempotency_key (
  developer_id bigint not null references developer,
  call text not null,
  key text not null check (char_length(key) between 1 and 128),
  payload_hash bytea not null,
  answer bytea,
  created_at timestamptz not null,
  primary key (developer_id, call, key)
);
create index idempotency_key_age on idempotency_key (created_at);

create table mail_outbox (
  id uuid primary key,
  developer_id bigint references developer,
  kind text not null,
  recipient text not null check (char_length(recipient) <= 254),
  subject text not null,
  body text not null,
  state text not null check (state in ('queued', 'kept', 'sent', 'failed')),
  attempts int not null default 0,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_outbox_newest on mail_outbox (created_at desc);
create index mail_outbox_developer on mail_outbox (developer_id);

-- A value encrypted under the installation's secret key: a wrong key is noticed at start, not at the first secret.
create table secret_check (only_row boolean primary key default true check (only_row), value bytea not null);

-- Keys of the installation itself; the private half is encrypted under the secret key.
create table platform_key (
  id uuid primary key,
  purpose text not null,
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null,
  constraint platform_key_purpose_unique unique (purpose)
);

create table platform_setting (key text primary key, value text not null);

-- Search tokens of one tenant: each character and each pair of neighbors, so that one or two Chinese characters are an
-- index look-up. The tenant is in the token: of a two-column index the planner may leave the tenant out, and a search
-- then reads everybody's matches. A loop, since it takes a third of the time that cutting characters out or joining
-- arrays does, and every write pays it.
create function search_tokens(developer_id bigint, content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000
  as $$
  declare
    home text := developer_id || ':';
    tokens text[] := '{}';
    before text;
    c text;
  begin
    foreach c in array string_to_array(lower(content), null) loop
      tokens := tokens || (home || c);
      if before is not null then tokens := tokens || (home || before || c); end if;
      before := c;
    end loop;
    return tokens;
  end
  $$;

-- The tokens a needle needs: its pairs, or its one character.
create function needle_tokens(developer_id bigint, needle text) returns text[]
  language sql immutable strict parallel safe
  as $$
    select case when cardinality(c) < 2 then array[developer_id || ':' || c[1]]
      else array(select developer_id || ':' || a || b from unnest(c, c[2:]) as pair(a, b) where b is not null) end
    from (select string_to_array(lower(needle), null) as c) t
  $$;

-- One row in 64, by bits of its guid that are random: where the sample has 250 of something, the whole has more than
-- 10,000 (the odds against it are below one in a billion). Counting a common needle's matches up to the cap would cost
-- more than all the rest of a list.
create function in_sample(guid uuid) returns boolean
  language sql immutable strict parallel safe
  return get_byte(uuid_send(guid), 15) < 4;

create function like_pattern(needle text) returns text
  language sql immutable strict parallel safe
  return '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- Tenant walls. One policy for every table that has a tenant; `developer` itself is told apart by its id.
alter table developer enable row level security;
create policy tenant on developer using (id = current_developer());
do $$
declare t text;
begin
  foreach t in array array['membership', 'operation_log', 'operation_seal', 'counter', 'counter_delta',
    'idempotency_key'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
  end loop;
end $$;

grant select on developer, membership, operation_seal, counter, counter_delta to sealwright_app;
grant update (service_status) on developer to sealwright_app; -- also what a row lock needs
grant select, insert on operation_log to sealwright_app;
grant select, insert, update on idempotency_key to sealwright_app;
-- A session is found by its handle through caller_of_session; its secret's hash is never read here.
grant select (id, last_seen_at), insert, update (last_seen_at), delete on session to sealwright_app;
grant select (id, email, mobile, user_name, password_hash, activated_at, locale, time_format, page_size,
  created_at) on account to sealwright_app;
grant update (locale, time_format, page_size) on account to sealwright_app;
-- Bodies hold verification codes: the application writes them and cannot read them back.
alter table mail_outbox enable row level security;
create policy own_or_global on mail_outbox for insert with check (developer_id is null
  or developer_id = current_developer());
grant insert on mail_outbox to sealwright_app;
grant select on platform_setting to sealwright_app;

-- PostgreSQL lets everybody run a new function; one that runs as its owner is for the application alone.
revoke execute on function caller_of_session(text), membership_of_account(uuid), operation_log_queue() from public;
grant execute on function caller_of_session(text), membership_of_account(uuid) to sealwright_app;
