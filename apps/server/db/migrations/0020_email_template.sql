-- E-mail templates: the developer's own text of the mails that go to users. `body` is clean HTML. Without `text`, the
-- plain text is made from the body.
create table email_template (
  developer_id bigint not null references developer,
  guid uuid not null,
  name text not null check (char_length(name) between 1 and 64),
  type smallint not null check (type between 1 and 7),
  language text not null check (language in ('zh', 'en')),
  subject text not null check (char_length(subject) between 1 and 200),
  body text not null check (octet_length(body) between 1 and 65536),
  text text check (char_length(text) <= 20000),
  -- The review: 1 reviewing, 2 withdrawn, 3 rejected, 4 approved, 5 enabled.
  status smallint not null check (status between 1 and 5),
  -- Why the platform rejected it.
  reason text check (char_length(reason) <= 200),
  submitted_at timestamptz not null,
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid)
);
create unique index email_template_name_unique on email_template (developer_id, lower(name)) where deleted_at is null;
create unique index email_template_enabled_unique on email_template (developer_id, type, language)
  where status = 5 and deleted_at is null;
create index email_template_by_update on email_template (developer_id, updated_at, guid) where deleted_at is null;
create index email_template_waiting on email_template (submitted_at, guid) where status = 1 and deleted_at is null;
create index email_template_created_by on email_template (created_by);
create index email_template_updated_by on email_template (updated_by);
alter table email_template enable row level security;
create policy tenant on email_template using (developer_id = current_developer());
grant select, insert, update on email_template to sealwright_app;
