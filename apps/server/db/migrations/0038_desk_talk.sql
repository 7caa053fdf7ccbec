-- Reviews of e-mail templates and what the platform says to developers, at the platform desk.

-- The e-mail templates of a trusted developer pass without a review.
alter table developer add column templates_trusted boolean not null default false;

-- The text of each template that was approved last, to compare the next one with.
create table email_template_approved (
  developer_id bigint not null references developer,
  guid uuid not null,
  subject text not null,
  body text not null,
  text text,
  approved_at timestamptz not null,
  primary key (developer_id, guid),
  constraint email_template_approved_of foreign key (developer_id, guid) references email_template on delete cascade
);
alter table email_template_approved enable row level security;
create policy tenant on email_template_approved using (developer_id = current_developer());
grant select, insert, update on email_template_approved to sealwright_app;
select show_to_desk('email_template_approved');
insert into email_template_approved (developer_id, guid, subject, body, text, approved_at)
  select developer_id, guid, subject, body, text, updated_at from email_template where status in (4, 5);
create index email_template_by_submission on email_template (submitted_at, guid) where deleted_at is null;

-- Notices get an audience, drafts and a revision. A draft without a start begins when it is published.
alter table notice
  alter column starts_at drop not null,
  add column audience text not null default 'all' check (audience in ('all', 'formal', 'trial', 'named')),
  add column developers bigint[] not null default '{}',
  add column is_draft boolean not null default false,
  add column withdrawn_at timestamptz,
  add column created_at timestamptz not null default now(),
  add column revision int not null default 1,
  add constraint notice_start_check check (is_draft or starts_at is not null),
  add constraint notice_named_check check ((audience = 'named') = (cardinality(developers) > 0));

-- Whether the administrators of a developer are among the audience of a notice.
create function notice_is_for(notice, developer bigint) returns boolean
  language sql stable
  as $$
    select not $1.is_draft and case $1.audience
      when 'all' then true
      when 'named' then $2 = any ($1.developers)
      else exists (select from developer d where d.id = $2 and d.status = $1.audience)
    end
  $$;
-- The application sees what is for the developer of its transaction, whatever a query forgets.
alter table notice enable row level security;
create policy audience on notice for select to sealwright_app using (notice_is_for(notice, current_developer()));
select show_to_desk('notice');

-- Messages of operators to administrators of some developers. Each reader gets a row of `message`, which names it.
create table sent_message (
  guid uuid primary key,
  operator_name text not null,
  title_zh text,
  text_zh text,
  title_en text,
  text_en text,
  readers text not null check (readers in ('all', 'super')),
  developers bigint[] not null check (cardinality(developers) > 0),
  people int not null,
  created_at timestamptz not null
);
create index sent_message_newest on sent_message (created_at desc, guid desc);
create index sent_message_to on sent_message using gin (developers);
select show_to_desk('sent_message');
create index message_sent on message ((params ->> 'sent')) where kind = 'platformMessage';
-- How many people read a message in the console. The desk sees no other message of developers.
create function sent_message_reads(sent uuid) returns int
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select count(*)::int from message
    where kind = 'platformMessage' and params ->> 'sent' = sent::text and read_at is not null
  $$;
revoke execute on function sent_message_reads(uuid) from public;
grant execute on function sent_message_reads(uuid) to sealwright_desk;

create index feedback_newest on feedback (created_at, guid);

-- The outbox of the desk: neither subjects nor bodies, which hold codes and links.
revoke select (subject) on mail_outbox from sealwright_desk;
create index mail_outbox_recipient on mail_outbox (lower(recipient) text_pattern_ops, created_at desc, id desc);
create index mail_outbox_state on mail_outbox (state, created_at desc, id desc);
select show_to_desk('mail_outbox', 'problem');
