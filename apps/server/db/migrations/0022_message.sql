-- A message of an administrator: one row per person, so that everybody reads and deletes their own. The text is made
-- when it is read, from the kind and its values, in the language of the reader.
create table message (
  developer_id bigint not null references developer,
  account_id uuid not null references account,
  guid uuid not null,
  kind text not null,
  params jsonb not null,
  -- The page of the console that shows the thing.
  link text not null check (link like '/%'),
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (developer_id, guid)
);
create index message_newest on message (developer_id, account_id, created_at desc, guid desc);
create index message_unread on message (developer_id, account_id, created_at desc, guid desc) where read_at is null;
create index message_account on message (account_id);
alter table message enable row level security;
create policy tenant on message using (developer_id = current_developer());
grant select, insert, update (read_at), delete on message to sealwright_app;
-- Everybody reads and deletes their own messages, whatever a query forgets. Updates and deletions read the rows first,
-- so a policy for reading restricts them too. Anybody may insert: a message is written in the transaction of its cause.
create policy own on message as restrictive for select using (account_id = (select acting_account()));
create index message_read on message (developer_id, account_id, created_at desc, guid desc) where read_at is not null;
create index message_kind on message (developer_id, account_id, kind, created_at desc, guid desc);
create index message_unread_kind on message (developer_id, account_id, kind, created_at desc, guid desc)
  where read_at is null;
create index message_old on message (created_at);

-- The events that a person was told of. They outlive their messages: a deleted message does not come back, and a person
-- who gets only mails gets one per event.
create table message_event (
  developer_id bigint not null references developer,
  account_id uuid not null references account,
  event text not null,
  created_at timestamptz not null,
  primary key (developer_id, account_id, event)
);
create index message_event_account on message_event (account_id);
create index message_event_old on message_event (created_at);
-- For the events of a day, whose names begin alike.
create index message_event_name on message_event (developer_id, event text_pattern_ops);
alter table message_event enable row level security;
create policy tenant on message_event using (developer_id = current_developer());
grant select, insert on message_event to sealwright_app;

-- How a person gets messages. `ways` has the kinds for which the person chose a way, even if it is the initial one.
create table message_preference (
  developer_id bigint not null references developer,
  account_id uuid not null references account,
  ways jsonb not null default '{}',
  -- Times of day in the developer's time zone. Mails wait until the end.
  quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_until text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The hour of one mail a day that replaces the single ones.
  daily_hour int check (daily_hour between 0 and 23),
  primary key (developer_id, account_id),
  constraint message_preference_quiet_check check ((quiet_from is null) = (quiet_until is null))
);
create index message_preference_account on message_preference (account_id);
alter table message_preference enable row level security;
create policy tenant on message_preference using (developer_id = current_developer());
create policy own on message_preference as restrictive using (account_id = (select acting_account()));
grant select, insert, update on message_preference to sealwright_app;

-- Mails that wait for the end of the quiet hours or for the daily mail. A job deletes a row and queues its mail in one
-- transaction.
create table waiting_mail (
  developer_id bigint not null references developer,
  account_id uuid not null references account,
  guid uuid not null,
  kind text not null,
  params jsonb not null,
  link text not null check (link like '/%'),
  created_at timestamptz not null,
  due_at timestamptz not null,
  is_daily boolean not null,
  primary key (developer_id, guid)
);
create index waiting_mail_due on waiting_mail (due_at);
create index waiting_mail_account on waiting_mail (account_id);
alter table waiting_mail enable row level security;
create policy tenant on waiting_mail using (developer_id = current_developer());
grant insert on waiting_mail to sealwright_app;

-- The people who get a message, with their preferences. Members of integrators get only messages to persons.
create function message_readers(developer bigint, privilege text, at timestamptz) returns table (
  account_id uuid, email text, mobile text, locale text, is_super boolean, limited text[],
  ways jsonb, quiet_from text, quiet_until text, daily_hour int, time_zone text
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.account_id, m.email, m.mobile, m.locale, m.is_super, m.limited,
      coalesce(p.ways, '{}'), p.quiet_from, p.quiet_until, p.daily_hour, m.time_zone
    from member m
      left join message_preference p on p.developer_id = m.developer_id and p.account_id = m.account_id
    where developer = current_developer() and m.developer_id = developer
      and m.is_enabled and (m.valid_until is null or m.valid_until > at)
      and (m.integrator_guid is null or (m.integrator_enabled and privilege is null))
      and (m.is_super or privilege is null or privilege = any (m.privileges))
  $$;
revoke execute on function message_readers(bigint, text, timestamptz) from public;
grant execute on function message_readers(bigint, text, timestamptz) to sealwright_app;

-- Whether a reader's row scope contains all of these rows. The policies of the table decide: the function reads it as
-- the application and as the reader, and then restores the role and the caller.
create function reader_sees(reader uuid, limited text, about text, guids uuid[]) returns boolean
  language plpgsql
  as $$
  declare
    role_before text := current_setting('role');
    account_before text := coalesce(current_setting('sealwright.account_id', true), '');
    assignees_before text := coalesce(current_setting('sealwright.assignees', true), '');
    limited_before text := coalesce(current_setting('sealwright.limited', true), '');
    seen int;
  begin
    perform set_config('role', 'sealwright_app', true),
      set_config('sealwright.account_id', reader::text, true),
      set_config('sealwright.assignees', format('{%s}', reader), true),
      set_config('sealwright.limited', limited, true);
    execute format('select count(*) from %I where developer_id = current_developer() and guid = any ($1)', about)
      into seen using guids;
    perform set_config('role', role_before, true),
      set_config('sealwright.account_id', account_before, true),
      set_config('sealwright.assignees', assignees_before, true),
      set_config('sealwright.limited', limited_before, true);
    return seen = cardinality(guids);
  end
  $$;
revoke execute on function reader_sees(uuid, text, text, uuid[]) from public;
grant execute on function reader_sees(uuid, text, text, uuid[]) to sealwright_app;

-- Notices of the platform to everybody. They belong to no developer; each person has read or deleted them or not.
create table notice (
  guid uuid primary key,
  title_zh text not null,
  text_zh text not null,
  title_en text not null,
  text_en text not null,
  level text not null check (level in ('info', 'important')),
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at >= starts_at)
);
create index notice_newest on notice (starts_at desc, guid desc);
grant select on notice to sealwright_app;
create table notice_read (
  account_id uuid not null references account,
  notice_guid uuid not null references notice on delete cascade,
  read_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, notice_guid)
);
create index notice_read_notice on notice_read (notice_guid);
alter table notice_read enable row level security;
create policy own on notice_read using (account_id = (select acting_account()));
grant select, insert, update on notice_read to sealwright_app;
