-- The developer's own settings. What is not stored has its initial value.
create table developer_config (
  developer_id bigint not null references developer,
  key text not null,
  value text not null check (char_length(value) <= 2000),
  changed_by uuid not null references account,
  changed_at timestamptz not null,
  primary key (developer_id, key)
);
create index developer_config_changed_by on developer_config (changed_by);
alter table developer_config enable row level security;
create policy tenant on developer_config using (developer_id = current_developer());
grant select, insert, update, delete on developer_config to sealwright_app;
