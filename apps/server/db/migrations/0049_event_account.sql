-- The log of programs is searched by account, in any case of its letters. Under row-level security the planner asks no
-- index for `lower(account)`, because the function might tell what it was given; a stored column is compared as it is.
alter table runtime_event add column account_key text generated always as (lower(account)) stored;
drop index runtime_event_by_account;
create index runtime_event_by_account on runtime_event (developer_id, account_key, at desc)
  where account_key is not null;
