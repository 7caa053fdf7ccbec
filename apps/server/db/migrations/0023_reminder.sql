-- The daily rounds of reminders: the day, in the developer's time zone, for which each part was last done. A part
-- claims its day in the transaction that writes its messages, so that each is sent exactly once.
create table reminder_round (
  developer_id bigint not null references developer,
  part text not null,
  day date not null,
  last_day date check (last_day < day),
  primary key (developer_id, part)
);
alter table reminder_round enable row level security;
create policy tenant on reminder_round using (developer_id = current_developer());
grant select, insert, update (day, last_day) on reminder_round to sealwright_app;

-- Whether customers get a mail before their licenses end.
alter table developer_profile add column remind_customers boolean not null default false;
-- The address for readers who want no more mails of this kind.
alter table mail_outbox add column unsubscribe text;
