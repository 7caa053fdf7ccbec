-- Feedback of people who use the console to the platform operator, and the operator's answer.
create table feedback (
  developer_id bigint not null references developer,
  guid uuid not null,
  account_id uuid not null references account,
  kind text not null check (kind in ('problem', 'suggestion', 'question', 'other')),
  text text not null check (char_length(text) between 1 and 2000),
  contact text check (char_length(contact) <= 254),
  page text check (char_length(page) <= 200),
  version text not null check (char_length(version) <= 40),
  created_at timestamptz not null,
  answer text check (char_length(answer) <= 2000),
  answered_at timestamptz check ((answered_at is null) = (answer is null)),
  primary key (developer_id, guid)
);
create index feedback_of_person on feedback (developer_id, account_id, created_at desc, guid desc);
create index feedback_account on feedback (account_id);
create index feedback_open on feedback (created_at, guid) where answer is null;
create index feedback_guid on feedback (guid);

-- In a table of their own, so that lists do not read them.
create table feedback_picture (
  developer_id bigint not null references developer,
  feedback_guid uuid not null,
  position int not null check (position between 1 and 5),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null check (octet_length(bytes) <= 2097152),
  primary key (developer_id, feedback_guid, position),
  foreign key (developer_id, feedback_guid) references feedback
);
alter table feedback enable row level security;
create policy tenant on feedback using (developer_id = current_developer());
alter table feedback_picture enable row level security;
create policy tenant on feedback_picture using (developer_id = current_developer());
-- Nobody changes what was said.
grant select, insert on feedback, feedback_picture to sealwright_app;
grant update (answer, answered_at) on feedback to sealwright_app;
