-- Everything about accounts and developers: codes sent to an address, guessing held back, second factors, devices, the
-- developer's own information, and the way from trial to formal. What belongs to an account is global, as the account
-- is: it is only ever reached by an account id.

alter table developer
  add column country text not null default 'CN' check (country ~ '^[A-Z]{2}$'),
  add column spread_code text check (char_length(spread_code) <= 30),
  add column bd_vid text check (char_length(bd_vid) <= 500),
  add column source_keyword text check (char_length(source_keyword) <= 200),
  add column formal_at timestamptz;
update developer set formal_at = created_at where status = 'formal';

alter table account
  add column time_zone text, -- null: the developer's
  add column password_changed_at timestamptz,
  add column totp_secret bytea, -- sealed; on once enabled_at is set
  add column totp_enabled_at timestamptz,
  add column totp_last_step bigint, -- a one-time password is good once
  add column mobile_postponed_until timestamptz;

-- `public_id` is what a list of sessions shows: the handle itself is half of what a call needs.
alter table session
  add column public_id uuid not null default gen_random_uuid(),
  add column owes text check (owes in ('mfa', 'binding')), -- what a pending session waits for
  add column confirmed_at timestamptz,
  add column owed_notice text check (owed_notice in ('developer.becameFormal')),
  add column device_id uuid;
create unique index session_public_id on session (public_id);

-- A code sent to an address, with the link of the same message. Several may be alive at once, so that a stranger who
-- asks for another one does not kill the first. `asked_by` is the account that asked, where one did.
create table verification (
  id uuid primary key,
  purpose text not null check (purpose in ('register', 'resetPassword', 'activate', 'bind', 'superAdministrator')),
  target text not null check (char_length(target) <= 254),
  asked_by uuid references account on delete cascade,
  network text not null,
  code_hash bytea not null,
  link_hash bytea,
  wrong_tries int not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint verification_link_unique unique (link_hash)
);
create index verification_target on verification (purpose, target, sent_at desc);
create index verification_asked_by on verification (asked_by);
create index verification_expiry on verification (expires_at);

-- Failures that count against guessing, by what is being guessed from where. The key is a hash: what people mistype is
-- not kept.
create table guess (
  key bytea primary key,
  failures int not null,
  since timestamptz not null,
  blocked_until timestamptz
);
create index guess_since on guess (since);

create table sign_in (
  account_id uuid not null references account on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  outcome text not null check (outcome in ('signedIn', 'wrongPassword', 'wrongSecondFactor', 'slowedDown', 'disabled',
    'validityOver', 'notActivated', 'passwordReset')),
  network text not null,
  user_agent text,
  device_id uuid,
  primary key (account_id, id)
);
create index sign_in_time on sign_in (account_id, at desc, id desc);
create index sign_in_known on sign_in (account_id, network, at desc) where outcome = 'signedIn';
create index sign_in_age on sign_in (at);

-- A browser that an account has signed in on, known by a cookie of its own.
create table device (
  account_id uuid not null references account on delete cascade,
  id uuid not null,
  secret_hash bytea not null,
  name text check (char_length(name) <= 40),
  fingerprint text,
  network text not null,
  user_agent text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  trusted_until timestamptz,
  primary key (account_id, id),
  constraint device_secret_unique unique (account_id, secret_hash)
);
create index device_age on device (last_seen_at);

create table recovery_code (
  account_id uuid not null references account on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table passkey (
  account_id uuid not null references account on delete cascade,
  id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 40),
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (account_id, id),
  constraint passkey_id_unique unique (id)
);

-- The challenge of a passkey ceremony under way, one a session and kind; taken when it is answered.
create table passkey_ceremony (
  session_id text not null references session on delete cascade,
  kind text not null check (kind in ('add', 'verify')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (session_id, kind)
);

create table developer_profile (
  developer_id bigint primary key references developer,
  website text check (char_length(website) <= 200),
  brief text check (char_length(brief) <= 200),
  introduction text check (char_length(introduction) <= 2000),
  logo bytea check (octet_length(logo) <= 65535),
  contacts jsonb not null default '[]',
  api_password bytea, -- sealed; made when it is first asked for
  pin bytea, -- sealed
  pin_set_at timestamptz,
  revision int not null default 0,
  updated_by uuid references account,
  updated_at timestamptz not null
);
create index developer_profile_updated_by on developer_profile (updated_by);
insert into developer_profile (developer_id, updated_at) select id, created_at from developer;
-- Once set, a PIN cannot be unset.
create function keep_pin() returns trigger
  language plpgsql
  as $$ begin if old.pin is not null and new.pin is null
    then raise exception 'a PIN cannot be unset'; end if; return new; end $$;
create trigger keep_pin before update on developer_profile for each row execute function keep_pin();

create table formal_application (
  developer_id bigint not null references developer,
  guid uuid not null,
  state text not null check (state in ('pending', 'rejected', 'approved')),
  company_name text not null check (char_length(company_name) <= 100),
  contact_name text not null check (char_length(contact_name) <= 32),
  contact_phone text not null,
  contact_email text,
  statement text check (char_length(statement) <= 600),
  reason text check (char_length(reason) <= 200),
  applied_by uuid not null references account,
  applied_at timestamptz not null,
  decided_at timestamptz,
  primary key (developer_id, guid)
);
create unique index formal_application_one_pending on formal_application (developer_id) where state = 'pending';
create index formal_application_newest on formal_application (developer_id, applied_at desc);
create index formal_application_applied_by on formal_application (applied_by);

-- Text messages wait in the same outbox as mail.
alter table mail_outbox add column channel text not null default 'mail' check (channel in ('mail', 'sms'));

drop function caller_of_session(text);
create function caller_of_session(handle text) returns table (
  secret_hash bytea, state text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
    fingerprint text,
  owes text, confirmed_at timestamptz, owed_notice text, device_id uuid,
  account_id uuid, email text, mobile text, user_name text, locale text, time_format text, page_size int,
    account_time_zone text,
  developer_id bigint, developer_name text, developer_display_name text, developer_status text, dev_type int,
    service_status text, time_zone text,
  is_super boolean, privileges text[], is_enabled boolean, valid_until timestamptz
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.secret_hash, s.state, s.created_at, s.last_seen_at, s.expires_at, s.fingerprint, s.owes, s.confirmed_at,
      s.owed_notice, s.device_id,
      a.id, a.email, a.mobile, a.user_name, a.locale, a.time_format, a.page_size, a.time_zone,
      d.id, d.name, d.display_name, d.status, d.dev_type, d.service_status, d.time_zone,
      m.is_super, m.privileges, m.is_enabled, m.valid_until
    from session s
      join account a on a.id = s.account_id
      join developer d on d.id = s.developer_id
      join membership m on m.developer_id = s.developer_id and m.account_id = s.account_id
    where s.id = handle
  $$;
revoke execute on function caller_of_session(text) from public;
grant execute on function caller_of_session(text) to sealwright_app;

alter table developer_profile enable row level security;
create policy tenant on developer_profile using (developer_id = current_developer());
alter table formal_application enable row level security;
create policy tenant on formal_application using (developer_id = current_developer());

grant update (display_name) on developer to sealwright_app;
grant select, insert, update on developer_profile to sealwright_app;
grant select, insert on formal_application to sealwright_app;
grant select (time_zone, password_changed_at, totp_secret, totp_enabled_at, totp_last_step,
  mobile_postponed_until) on account to sealwright_app;
grant update (email, mobile, user_name, password_hash, activated_at, time_zone, password_changed_at, totp_secret,
  totp_enabled_at, totp_last_step, mobile_postponed_until) on account to sealwright_app;
grant select (public_id, owes, account_id, developer_id, state, network, user_agent, created_at, expires_at,
  confirmed_at, owed_notice, device_id, fingerprint), update (confirmed_at, owed_notice,
  fingerprint) on session to sealwright_app;
grant select, insert, update on verification to sealwright_app;
grant select, insert, update, delete on guess, device, recovery_code, passkey, passkey_ceremony to sealwright_app;
grant select, insert on sign_in to sealwright_app;
