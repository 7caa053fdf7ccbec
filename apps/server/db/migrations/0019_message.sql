-- A message of an administrator: one row per person, so that everybody reads and deletes their own. The text is made
-- when it is read, from the kind and its values, in the language of the reader.
create table message (
  developer_id bigint not null references developer,
  account_id uuid not null references account,
  guid uuid not null,
  kind text not null,
  params jsonb not null,
  -- The page of the console that shows the thing.
  link text check (link like '/%'),
  -- The event behind the message. A second message about it is not inserted.
  event text,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (developer_id, guid),
  constraint message_of_event_unique unique (developer_id, account_id, event)
);
create index message_newest on message (developer_id, account_id, created_at desc, guid desc);
create index message_unread on message (developer_id, account_id, created_at desc, guid desc) where read_at is null;
create index message_account on message (account_id);
alter table message enable row level security;
create policy tenant on message using (developer_id = current_developer());
grant select, insert, update (read_at), delete on message to sealwright_app;

-- The people who get a message: members that can sign in, with their own and their roles' privileges.
create function message_readers(developer bigint, privilege text, at timestamptz) returns table (
  account_id uuid, email text, mobile text, locale text, is_super boolean, limited text[]
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.account_id, m.email, m.mobile, m.locale, m.is_super, m.limited
    from member m
    where developer = current_developer() and m.developer_id = developer
      and m.is_enabled and (m.valid_until is null or m.valid_until > at) and m.integrator_guid is null
      and (m.is_super or privilege is null or privilege = any (m.privileges))
  $$;
revoke execute on function message_readers(bigint, text, timestamptz) from public;
grant execute on function message_readers(bigint, text, timestamptz) to sealwright_app;

-- A message in HTML as well as in text, the row of the console that it is about, and the way that it went.
alter table mail_outbox
  add column html text,
  add column about_kind text,
  add column about_guid uuid,
  add constraint mail_outbox_about_check check ((about_kind is null) = (about_guid is null));
create index mail_outbox_about on mail_outbox (developer_id, about_kind, about_guid, created_at desc)
  where about_guid is not null;
