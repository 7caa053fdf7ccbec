-- Health of the center: its processes, results of verifications, backups and drills, and counts of attacks.

-- A row for each start of a server. The id says nothing about the computer.
create table health_process (
  id uuid primary key,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  stopped_at timestamptz
);
create index health_process_seen on health_process (seen_at desc);

-- `problem_count` counts all problems, `problems` has the first ones.
create table health_result (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('log', 'ledger', 'backup', 'drill')),
  at timestamptz not null,
  problem_count int not null default 0,
  problems text[] not null default '{}',
  size_bytes bigint
);
create index health_result_newest on health_result (kind, at desc, id desc);
create index health_result_age on health_result (at);

-- Refused calls and failed attempts of a day in UTC, over all processes. Empty network: of all networks.
create table health_count (
  day date not null,
  name text not null check (name in ('limited', 'signIn', 'slowed', 'captcha')),
  network text not null default '',
  count bigint not null,
  primary key (day, name, network)
);

create index mail_outbox_open on mail_outbox (state, created_at) where state <> 'sent';

-- The operators' chain is sealed too, and its developer 0 is no developer. With this key, the sealer would stop at the
-- first operation of an operator.
alter table operation_seal drop constraint if exists operation_seal_developer_id_fkey;
