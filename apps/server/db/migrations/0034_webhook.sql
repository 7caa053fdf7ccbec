-- Webhooks. An event is a row of the transaction that causes it, so none is lost and none is invented.
create table webhook (
  developer_id bigint not null references developer,
  guid uuid not null,
  primary key (developer_id, guid)
);
alter table webhook enable row level security;
create policy tenant on webhook using (developer_id = current_developer());
