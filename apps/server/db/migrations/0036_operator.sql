-- The platform desk: operators with their sessions and visits, and the role that reads for them.

-- The desk reads as sealwright_desk: rows of all developers, but only the columns that are granted here. Secrets are
-- not.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sealwright_desk') then
    create role sealwright_desk nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- another server's first start made it just now
end $$;
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    if not pg_has_role(current_user, 'sealwright_desk', 'set') then
      execute format('grant sealwright_desk to %I', current_user);
    end if;
  elsif not pg_has_role(current_user, 'sealwright_desk', 'member') then
    execute format('grant sealwright_desk to %I', current_user);
  end if;
end $$;
grant usage on schema public to sealwright_desk;

-- Lets the desk read a table, or some columns of it, of all developers.
create function show_to_desk(shown regclass, columns text default null) returns void language plpgsql as $$
begin
  execute format('grant select %s on %s to sealwright_desk', coalesce('(' || columns || ')', ''), shown);
  if (select relrowsecurity from pg_class where oid = shown)
    and not exists (select from pg_policies where policyname = 'desk' and tablename = shown::text) then
    execute format('create policy desk on %s for select to sealwright_desk using (true)', shown);
  end if;
end $$;
revoke execute on function show_to_desk(regclass, text) from public;

select show_to_desk(name::regclass) from unnest(array[
  'bill', 'billing_order', 'billing_terms', 'counter', 'counter_delta', 'developer', 'developer_config',
  'email_template', 'feedback', 'feedback_picture', 'figure_day', 'figure_delta', 'figure_sum', 'formal_application',
  'ledger_account', 'ledger_entry', 'ledger_kind', 'ledger_transfer', 'membership', 'migration', 'notice',
  'notice_read', 'operation_log', 'operation_seal', 'operation_unsealed', 'package', 'package_offer', 'payment_event',
  'platform_setting', 'sign_in', 'task', 'top_up']) name;
select show_to_desk('account', 'id, email, mobile, user_name, locale, activated_at, created_at, is_key');
select show_to_desk('developer_profile', 'developer_id, website, brief, introduction, logo, contacts, updated_at');
select show_to_desk('session', 'account_id, developer_id, created_at, last_seen_at');
select show_to_desk('mail_outbox',
  'id, developer_id, kind, channel, recipient, subject, state, last_error, attempts, created_at, sent_at');

-- The operators' operations are the chain of developer 0, which is no developer.
alter table operation_log drop constraint operation_log_developer_id_fkey;
alter table idempotency_key drop constraint idempotency_key_developer_id_fkey;

-- Without an address: the first operator of a center, who types it. Without a password: invited.
create table operator (
  guid uuid primary key,
  email text check (email = lower(email)),
  name text,
  roles text[] not null check (cardinality(roles) > 0),
  password_hash text,
  totp_secret bytea,
  totp_enabled_at timestamptz,
  totp_last_step bigint,
  locale text not null default 'zh',
  time_format text not null default 'yyyy-MM-dd HH:mm',
  is_enabled boolean not null default true,
  link_hash bytea,
  link_until timestamptz,
  created_at timestamptz not null,
  last_sign_in_at timestamptz,
  revision int not null default 1
);
create unique index operator_email on operator (email);
create unique index operator_first on operator ((email is null)) where email is null;
create unique index operator_link on operator (link_hash) where link_hash is not null;
select show_to_desk('operator',
  'guid, email, name, roles, locale, time_format, is_enabled, link_until, created_at, last_sign_in_at, revision,
   totp_enabled_at');

create table operator_recovery_code (
  operator_guid uuid not null references operator on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (operator_guid, code_hash)
);
select show_to_desk('operator_recovery_code', 'operator_guid, used_at');

-- From where an operator has signed in. Wrong guesses of others do not keep them out there.
create table operator_network (
  operator_guid uuid not null references operator on delete cascade,
  network text not null,
  last_at timestamptz not null,
  primary key (operator_guid, network)
);

create table operator_session (
  id text primary key,
  public_id uuid not null unique,
  secret_hash bytea not null,
  operator_guid uuid not null references operator on delete cascade,
  owes text check (owes in ('code', 'setup')),
  fingerprint text,
  network text not null,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz
);
create index operator_session_of on operator_session (operator_guid);
create index operator_session_end on operator_session (expires_at);
select show_to_desk('operator_session',
  'public_id, operator_guid, owes, network, user_agent, created_at, last_seen_at, expires_at');

-- A read-only visit at a developer. Its handle and secret open the console, like a session.
create table operator_visit (
  guid uuid primary key,
  operator_guid uuid not null,
  operator_name text not null,
  visited_id bigint not null references developer,
  reason text not null,
  handle text not null unique,
  secret_hash bytea not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
create index operator_visit_at on operator_visit (visited_id, started_at desc);
create index operator_visit_of on operator_visit (operator_guid);
create index operator_visit_start on operator_visit (started_at desc);
select show_to_desk('operator_visit', 'guid, operator_guid, operator_name, visited_id, reason, started_at, ends_at');

-- The visit of a handle, and the super administrator in whose place the operator looks. The application calls it.
create function visit_of_handle(handle text) returns table (
  guid uuid, secret_hash bytea, developer_id bigint, account_id uuid, operator_guid uuid, operator_name text,
  reason text, ends_at timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select v.guid, v.secret_hash, v.visited_id, m.account_id, v.operator_guid, v.operator_name, v.reason, v.ends_at
  from operator_visit v
    join operator o on o.guid = v.operator_guid and o.is_enabled
    join membership m on m.developer_id = v.visited_id and m.is_super
  where v.handle = $1
$$;
revoke execute on function visit_of_handle(text) from public;
grant execute on function visit_of_handle(text) to sealwright_app;
