-- Senders: the SMTP accounts of a developer.
create table sender (
  developer_id bigint not null references developer,
  guid uuid not null,
  email text not null check (char_length(email) <= 254),
  name text check (char_length(name) between 1 and 64),
  host text not null check (char_length(host) between 1 and 253),
  port int not null check (port between 1 and 65535),
  tls text not null check (tls in ('tls', 'starttls', 'none')),
  smtp_user text check (char_length(smtp_user) <= 254),
  -- Encrypted under the secret key.
  password bytea,
  is_default boolean not null,
  verified_at timestamptz,
  failing_since timestamptz,
  problem text,
  said text check (char_length(said) <= 300),
  -- The last failure.
  failed_at timestamptz,
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid),
  constraint sender_failing_check check ((failing_since is null) = (problem is null))
);
create unique index sender_default_unique on sender (developer_id) where is_default and deleted_at is null;
create index sender_by_update on sender (developer_id, updated_at, guid) where deleted_at is null;
create index sender_created_by on sender (created_by);
create index sender_updated_by on sender (updated_by);
alter table sender enable row level security;
create policy tenant on sender using (developer_id = current_developer());
grant select, insert, update on sender to sealwright_app;

-- A mail can be about several rows: one mail delivers many license codes.
create table mail_about (
  developer_id bigint not null references developer,
  kind text not null check (kind in ('user', 'license')),
  guid uuid not null,
  mail_id uuid not null references mail_outbox on delete cascade,
  primary key (developer_id, kind, guid, mail_id)
);
create index mail_about_mail on mail_about (mail_id);
alter table mail_about enable row level security;
create policy tenant on mail_about using (developer_id = current_developer());
grant select, insert on mail_about to sealwright_app;

-- Which sender had to send a mail, what it did, and why the last try failed.
alter table mail_outbox
  add column problem text,
  -- What the developer's own server said. The words of the platform's servers stay in `last_error`, for the operator.
  add column said text,
  add column sender_guid uuid,
  add column sender_outcome text check (sender_outcome in ('delivered', 'failed', 'bounced')),
  add constraint mail_outbox_sender_check check ((sender_guid is null) = (sender_outcome is null)),
  add constraint mail_outbox_sender_fk foreign key (developer_id, sender_guid) references sender;
create index mail_outbox_sender on mail_outbox (developer_id, sender_guid, created_at) include (sender_outcome)
  where sender_guid is not null;

-- The application sees its developer's mails without their texts, and queues a failed or kept one again.
create policy own_rows on mail_outbox for select using (developer_id = current_developer());
create policy own_again on mail_outbox for update
  using (developer_id = current_developer() and state in ('failed', 'kept')) with check (state = 'queued');
grant select (id, developer_id, kind, channel, recipient, state, attempts, problem, said, created_at, sent_at,
  sender_guid, sender_outcome), update (state) on mail_outbox to sealwright_app;
