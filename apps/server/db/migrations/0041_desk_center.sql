-- Dongles in stock and their moves, and the settings of the center.

-- A lock keeps its guid wherever it is. One that a developer returned stays there as a deleted row, with its history,
-- so numbers and keys are unique among the locks that developers have.
drop index dongle_shell_number, dongle_serial_number, dongle_sign_key;
create unique index dongle_shell_number on dongle (shell_number text_pattern_ops) where deleted_at is null;
create unique index dongle_serial_number on dongle (serial_number text_pattern_ops) where deleted_at is null;
create unique index dongle_sign_key on dongle (sign_key) where sign_key is not null and deleted_at is null;
create index dongle_by_registration on dongle (registered_at, guid) where deleted_at is null;
create index dongle_by_guid on dongle (guid);

-- Locks that no developer has. Whoever registers or moves locks takes one lock (`register dongles`), so that a lock is
-- never in both tables.
create table dongle_stock (
  guid uuid primary key,
  kind text not null check (kind in ('user', 'control')),
  shell_number text not null check (shell_number ~ '^[0-9]{6,20}$'),
  serial_number text not null check (serial_number ~ '^[0-9a-f]{32}$'),
  produced_at timestamptz not null,
  firmware text not null check (char_length(firmware) between 1 and 20),
  sign_key text check (char_length(sign_key) = 43),
  seal_key text check (char_length(seal_key) = 43),
  pin_box bytea,
  home int not null check (home in (1, 4, 7, 10)),
  offline_days int not null check (offline_days between 1 and 180),
  -- Of its packages. A lock takes only higher numbers, also from its next developer.
  last_number bigint not null default 0,
  registered_at timestamptz not null,
  check ((kind = 'user') = (sign_key is not null and seal_key is not null))
);
create unique index dongle_stock_shell_number on dongle_stock (shell_number text_pattern_ops);
create unique index dongle_stock_serial_number on dongle_stock (serial_number text_pattern_ops);
create unique index dongle_stock_sign_key on dongle_stock (sign_key) where sign_key is not null;
create index dongle_stock_by_registration on dongle_stock (registered_at, guid);

-- Without a name: a command of the platform.
create table dongle_move (
  guid uuid primary key,
  dongle_guid uuid not null,
  kind text not null check (kind in ('stocked', 'given', 'returned')),
  at timestamptz not null,
  holder_id bigint references developer,
  by_name text,
  reason text check (char_length(reason) <= 200)
);
create index dongle_move_of on dongle_move (dongle_guid, at desc, guid desc);
create index dongle_move_holder on dongle_move (holder_id);
insert into dongle_move (guid, dongle_guid, kind, at, holder_id)
  select gen_random_uuid(), guid, 'given', registered_at, developer_id from dongle;

-- The desk sees every lock, without its keys and its PIN.
create view dongle_place as
  select d.guid, d.kind, d.shell_number, d.serial_number, d.firmware, d.produced_at, d.registered_at,
    d.developer_id as holder_id, d.status, d.licenses
  from dongle d where d.deleted_at is null
  union all
  select s.guid, s.kind, s.shell_number, s.serial_number, s.firmware, s.produced_at, s.registered_at, null::bigint,
    null::int, 0
  from dongle_stock s;
grant select on dongle_place to sealwright_desk;
-- The policies of the tables below look at the lock.
select show_to_desk('dongle', 'developer_id, guid');
select show_to_desk('dongle_move');
select show_to_desk('dongle_event', 'developer_id, guid, dongle_guid, kind, at, actor_name, reason');
select show_to_desk('dongle_license', 'developer_id, dongle_guid, ended_at');
select show_to_desk('dongle_package', 'developer_id, dongle_guid, status, valid_until');

-- One row. Every process reads it again when its revision grows.
create table center_setting (
  is_only boolean primary key default true check (is_only),
  revision int not null default 1,
  name_zh text check (char_length(name_zh) between 1 and 40),
  name_en text check (char_length(name_en) between 1 and 40),
  logo bytea,
  logo_version int not null default 0,
  registration text not null default 'open' check (registration in ('open', 'invitation', 'closed')),
  captcha_urls text[]
);
insert into center_setting default values;
grant select on center_setting to sealwright_app;
select show_to_desk('center_setting');

-- The latest version is in force. With empty texts, the terms that come with the product are.
create table center_terms (
  version int primary key,
  zh text not null,
  en text not null,
  at timestamptz not null,
  by_name text not null,
  check ((zh = '') = (en = ''))
);
grant select on center_terms to sealwright_app;
select show_to_desk('center_terms');

-- Which version a developer accepted at registration.
create table center_consent (
  holder_id bigint primary key references developer,
  version int not null references center_terms,
  at timestamptz not null
);
create index center_consent_version on center_consent (version);
select show_to_desk('center_consent');

create table center_invitation (
  guid uuid primary key,
  code text not null unique,
  note text check (char_length(note) <= 100),
  by_name text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  used_by bigint references developer,
  revoked_at timestamptz,
  check ((used_at is null) = (used_by is null)),
  check (used_at is null or revoked_at is null)
);
create index center_invitation_at on center_invitation (created_at desc, guid desc);
create index center_invitation_user on center_invitation (used_by);
select show_to_desk('center_invitation');
