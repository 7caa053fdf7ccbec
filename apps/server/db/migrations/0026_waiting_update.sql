-- Licenses and approval requests: the request of an issue, and updates that wait for approval beside their licenses.
alter table license_issue add column request_guid uuid;
create index license_issue_request on license_issue (developer_id, request_guid) where request_guid is not null;
create index license_issue_task on license_issue (developer_id, task_guid, template_guid) where task_guid is not null;
-- The request is filed after the licenses. An edit and a resubmission change the terms and the rates of an issue that
-- waits.
grant update (request_guid, terms_guid, rates) on license_issue to sealwright_app;

alter table license_event drop constraint license_event_kind_check;
alter table license_event add constraint license_event_kind_check check (kind in ('refresh', 'lock', 'unlock',
  'delete', 'restore', 'replace', 'bind', 'unbind', 'recycle', 'approve', 'reject', 'resubmit', 'edit', 'deliver',
  'assign', 'password', 'rekey'));

-- The price is fixed when the update is requested. The license itself does not change until the approval.
create table license_waiting_update (
  developer_id bigint not null references developer,
  request_guid uuid not null,
  license_guid uuid not null,
  base_terms_guid uuid not null, -- the terms of the license when the update was requested
  terms_guid uuid not null,
  base_revision int not null,
  was_paid boolean not null,
  order_guid uuid, -- the hold; null: nothing is due now
  charged jsonb not null, -- what the license has cost in total after the update
  fen bigint not null check (fen >= 0),
  state text not null default 'waiting' check (state in ('waiting', 'applied', 'rejected', 'dropped')),
  reason text check (char_length(reason) <= 200),
  requested_by uuid not null references account,
  requested_at timestamptz not null,
  primary key (developer_id, request_guid, license_guid),
  foreign key (developer_id, license_guid) references license,
  foreign key (developer_id, base_terms_guid) references license_terms,
  foreign key (developer_id, terms_guid) references license_terms
);
create unique index license_waiting_update_once on license_waiting_update (developer_id, license_guid)
  where state = 'waiting';
create index license_waiting_update_license on license_waiting_update (developer_id, license_guid);
create index license_waiting_update_base_terms on license_waiting_update (developer_id, base_terms_guid);
create index license_waiting_update_terms on license_waiting_update (developer_id, terms_guid);
create index license_waiting_update_requested_by on license_waiting_update (requested_by);
alter table license_waiting_update enable row level security;
create policy tenant on license_waiting_update using (developer_id = current_developer());
grant select, insert on license_waiting_update to sealwright_app;
grant update (state, reason) on license_waiting_update to sealwright_app;
