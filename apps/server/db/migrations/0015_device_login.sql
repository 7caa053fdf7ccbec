-- Signing in to programs: accounts with more to lose confirm it in a browser, and a person's history names the
-- developer.

-- An account without a developer can only confirm sign-ins of programs. Its session stays pending, so no other call
-- accepts it.
alter table session alter column developer_id drop not null;
alter table session add constraint session_without_developer check (developer_id is not null or state = 'pending');

create function person_of_session(handle text) returns table (secret_hash bytea, expires_at timestamptz, owes text,
  account_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.secret_hash, s.expires_at, s.owes, s.account_id from session s where s.id = handle
      and s.developer_id is null
  $$;

-- The developer whose program asked; null for the console.
alter table sign_in
  add column developer_id bigint references developer,
  drop constraint sign_in_outcome_check,
  add constraint sign_in_outcome_check check (outcome in ('signedIn', 'wrongPassword', 'wrongSecondFactor',
    'slowedDown', 'disabled', 'validityOver', 'notActivated', 'passwordReset', 'browserNeeded', 'denied'));
create index sign_in_developer on sign_in (developer_id) where developer_id is not null;

-- The registered name, which the developer cannot change. For accounts that belong to another developer or to none.
create function developer_name(of bigint) returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$ select d.name from developer d where d.id = of $$;

-- A sign-in that a program has requested and a person has yet to confirm. Both codes are stored as digests.
create table device_login (
  developer_id bigint not null references developer,
  digest bytea not null,
  user_code text not null,
  program_name text check (char_length(program_name) <= 100),
  machine_name text check (char_length(machine_name) <= 100),
  network text not null,
  state text not null check (state in ('open', 'confirmed', 'denied')),
  user_guid uuid,
  account_id uuid references account on delete cascade,
  interval_seconds int not null,
  polled_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (developer_id, digest),
  constraint device_login_user_code_unique unique (user_code),
  check ((state = 'confirmed') = (user_guid is not null and account_id is not null))
);
create index device_login_network on device_login (developer_id, network, expires_at);
create index device_login_open on device_login (developer_id, expires_at);
create index device_login_account on device_login (account_id);
create index device_login_expiry on device_login (expires_at);
alter table device_login enable row level security;
create policy tenant on device_login using (developer_id = current_developer());
grant select, insert, update, delete on device_login to sealwright_app;

-- The one lookup across developers: a person types the code and does not know whose program shows it.
create function developer_of_user_code(code text, at timestamptz) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$ select d.developer_id from device_login d where d.user_code = code and d.state = 'open'
    and d.expires_at > at $$;

-- A new password ends the tokens of programs, and also a confirmation that no program has collected yet.
create function device_login_ended() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin delete from device_login where account_id = new.id; return null; end $$;
create trigger device_login_ended after update of password_hash on account
  for each row when (old.password_hash is distinct from new.password_hash) execute function device_login_ended();

-- A user who signs in. `is_held`: nobody changes the password or deletes the user until the transaction ends.
-- `needs_browser`: the account administers a developer, enabled or not, or has a second factor. `guess_name`: the name
-- that counts failures, also in the console; it is the present address if the user was found by an older one.
drop function user_to_sign_in(bigint, text, text, timestamptz, boolean);
create function user_signing_in(of bigint, who uuid, name text, here text, at timestamptz, is_held boolean)
  returns table (guid uuid, account text, user_name text, password_hash text, is_active boolean, is_known_here boolean,
    account_id uuid, needs_browser boolean, guess_name text)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    u end_user;
    a account;
  begin
    if is_held then
      select * into u from end_user x where x.developer_id = of and x.guid = who and x.deleted_at is null for share;
      select * into a from account y where y.id = u.account_id for share;
    else
      select * into u from end_user x where x.developer_id = of and x.guid = who and x.deleted_at is null;
      select * into a from account y where y.id = u.account_id;
    end if;
    if u.guid is null then return; end if;
    return query select u.guid, u.account, u.user_name, coalesce(u.password_hash, a.password_hash),
      u.activated_at is not null and (u.account_id is null or a.activated_at is not null),
      exists (select from user_token t where t.developer_id = of and t.user_guid = u.guid and t.network = here
        and t.expires_at > at),
      u.account_id,
      a.totp_enabled_at is not null or exists (select from membership m where m.account_id = a.id) or exists (select
        from passkey p where p.account_id = a.id),
      case when a.id is null or name in (a.email, a.mobile) then name else coalesce(a.email, a.mobile) end;
  end
  $$;

-- Whom a name signs in: a user with this account, in any case, or whose own account has this address.
create function user_to_sign_in(of bigint, name text, here text, at timestamptz, is_held boolean)
  returns table (guid uuid, account text, user_name text, password_hash text, is_active boolean, is_known_here boolean,
    account_id uuid, needs_browser boolean, guess_name text)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    who uuid;
  begin
    select x.guid into who from end_user x where x.developer_id = of and lower(x.account) = lower(name)
      and x.deleted_at is null;
    if not found then
      select x.guid into who from end_user x join account y on y.id = x.account_id
        where x.developer_id = of and x.deleted_at is null and (y.email = lower(name) or y.mobile = name)
          order by x.created_at limit 1;
    end if;
    return query select * from user_signing_in(of, who, lower(name), here, at, is_held);
  end
  $$;

revoke execute on function person_of_session(text), developer_name(bigint), developer_of_user_code(text, timestamptz),
  device_login_ended(),
  user_signing_in(bigint, uuid, text, text, timestamptz, boolean), user_to_sign_in(bigint, text, text, timestamptz,
    boolean) from public;
grant execute on function person_of_session(text), developer_name(bigint), developer_of_user_code(text, timestamptz),
  user_signing_in(bigint, uuid, text, text, timestamptz, boolean), user_to_sign_in(bigint, text, text, timestamptz,
    boolean) to sealwright_app;
