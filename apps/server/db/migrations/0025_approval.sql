-- Approval flows. Their content has versions: a request keeps the version that caught it, even after the flow changed
-- or was deleted.
create table approval_flow (
  developer_id bigint not null references developer,
  guid uuid not null,
  name text not null check (char_length(name) between 1 and 30),
  -- The first flow that catches a request counts.
  position int not null check (position > 0),
  is_on boolean not null,
  version int not null check (version > 0),
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid)
);
create unique index approval_flow_name_unique on approval_flow (developer_id, lower(name)) where deleted_at is null;
create index approval_flow_by_position on approval_flow (developer_id, position, guid) where deleted_at is null;
create index approval_flow_created_by on approval_flow (created_by);
create index approval_flow_updated_by on approval_flow (updated_by);
alter table approval_flow enable row level security;
create policy tenant on approval_flow using (developer_id = current_developer());
grant select, insert, update on approval_flow to sealwright_app;

create table approval_flow_version (
  developer_id bigint not null references developer,
  flow_guid uuid not null,
  version int not null check (version > 0),
  -- The name, what the flow catches, and the steps.
  content jsonb not null,
  created_by uuid not null references account,
  created_at timestamptz not null,
  primary key (developer_id, flow_guid, version),
  foreign key (developer_id, flow_guid) references approval_flow
);
create index approval_flow_version_created_by on approval_flow_version (created_by);
alter table approval_flow_version enable row level security;
create policy tenant on approval_flow_version using (developer_id = current_developer());
grant select, insert on approval_flow_version to sealwright_app;

-- A request: licenses or updates that wait for the approvers of a flow.
create table approval_request (
  developer_id bigint not null references developer,
  guid uuid not null,
  number text not null check (number ~ '^[0-9A-Z]{1,32}$'),
  family text not null check (family in ('smart', 'account', 'sn')),
  event text not null check (event in ('issue', 'update')),
  state text not null
    check (state in ('gathering', 'waiting', 'applying', 'approved', 'rejected', 'withdrawn', 'expired')),
  requester_id uuid not null references account,
  -- The requester's name at the time of the request, for the search.
  requester_name text not null,
  flow_guid uuid not null,
  flow_version int not null,
  -- The batch that made it.
  task_guid uuid,
  template_name text not null,
  product_name text not null,
  -- The account or code of the first license.
  subject text not null,
  count int not null check (count >= 0),
  fen bigint not null check (fen >= 0),
  -- A round begins with each submission and after each edit. Votes of earlier rounds do not count.
  round int not null default 1 check (round > 0),
  step int not null default 1 check (step > 0),
  steps int not null check (steps >= step),
  -- Who can decide now, as of the last change; a job updates it. Decisions compute it anew.
  approver_ids uuid[] not null default '{}',
  -- The people and roles of all steps, and whoever took part. They can see the request.
  party uuid[] not null,
  -- Who approved or rejected it, in any round.
  decider_ids uuid[] not null default '{}',
  -- [{"from", "to"}] of the present step, in order.
  handovers jsonb not null default '[]',
  -- When the present step began, and when its approvers are to be reminded.
  step_at timestamptz not null,
  remind_at timestamptz,
  -- The super administrator can decide on the present step too.
  is_escalated boolean not null default false,
  expires_at timestamptz not null,
  decided_at timestamptz,
  reason text,
  -- The refusal of an approval without effect: {"error", "params"}.
  failure jsonb,
  -- {"askerId", "text", "at"}
  question jsonb,
  applied int not null default 0,
  failed int not null default 0,
  settle_task_guid uuid,
  -- False while the licenses follow a decision.
  is_settled boolean not null default true,
  revision int not null default 1,
  requested_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (developer_id, guid),
  foreign key (developer_id, flow_guid, flow_version) references approval_flow_version
);
create unique index approval_request_number_unique on approval_request (developer_id, number);
-- All rows of a batch that one flow catches make one request.
create unique index approval_request_gathering_unique on approval_request (developer_id, task_guid, flow_guid)
  where state = 'gathering';
create index approval_request_of_task on approval_request (developer_id, task_guid) where task_guid is not null;
create index approval_request_of_flow on approval_request (developer_id, flow_guid, flow_version);
create index approval_request_open on approval_request (developer_id, flow_guid)
  where state in ('gathering', 'waiting');
create index approval_request_of_requester
  on approval_request (developer_id, requester_id, requested_at desc, guid desc);
create index approval_request_requester on approval_request (requester_id);
create index approval_request_by_time on approval_request (developer_id, requested_at, guid);
create index approval_request_by_end on approval_request (developer_id, expires_at, guid);
create index approval_request_of_settling on approval_request (developer_id, settle_task_guid)
  where settle_task_guid is not null;
create index approval_request_waiting on approval_request (developer_id, guid) where state = 'waiting';

-- Approvers who may not see codes must not find them piece by piece, so only the start of a code is searched.
create function approval_request_text(
  number text, requester_name text, template_name text, family text, subject text
) returns text
  language sql immutable parallel safe
  return lower(concat_ws(chr(10), number, requester_name, template_name,
    case when family = 'account' then subject else left(subject, 4) end));
-- `see`: who can see it; `turn`: who can decide now; `by`: who has decided.
create function approval_request_labels(
  developer_id bigint, family text, event text, state text, requester_id uuid, task_guid uuid, has_question boolean,
  approver_ids uuid[], party uuid[], decider_ids uuid[]
) returns text[]
  language sql immutable parallel safe
  return array[
      developer_id::text || ':family=' || family,
      developer_id::text || ':event=' || event,
      developer_id::text || ':state=' || state,
      developer_id::text || ':requester=' || requester_id::text,
      developer_id::text || ':see=' || requester_id::text
    ]
    || array(select developer_id::text || ':task=' || task_guid::text where task_guid is not null)
    || case when has_question then array[developer_id::text || ':question'] else '{}'::text[] end
    || array(select developer_id::text || ':turn=' || id::text from unnest(approver_ids) as id)
    || array(select developer_id::text || ':see=' || id::text from unnest(party) as id)
    || array(select developer_id::text || ':by=' || id::text from unnest(decider_ids) as id);
-- The caller and the caller's roles.
create function acting_keys() returns uuid[]
  language sql stable
  return array[acting_account()] || array(
    select role_guid from membership_role where developer_id = current_developer() and account_id = acting_account());
create function sees_everything() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('sealwright.limited', true), '') = '';
create function approval_request_tokens(developer_id bigint, content text, labels text[]) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, content) || labels;
do $$
declare
  labels text := 'approval_request_labels(developer_id, family, event, state, requester_id, task_guid, '
    || 'question is not null, approver_ids, party, decider_ids)';
  content text := 'approval_request_text(number, requester_name, template_name, family, subject)';
  tokens text := format('approval_request_tokens(developer_id, %s, %s)', content, labels);
begin
  execute format('create index approval_request_by_token on approval_request using gin (%s)', tokens);
  execute format('create index approval_request_sample_by_token on approval_request using gin (%s) '
    || 'where in_sample(guid)', tokens);
  alter table approval_request enable row level security;
  create policy tenant on approval_request using (developer_id = current_developer());
  -- A caller with a row scope sees the requests that they made or take part in. For others, the server decides.
  call create_search('approval_request', tokens => tokens, labels => labels, content => content, living => 'true',
    sorts => '{"requestTime": "requested_at", "expireTime": "expires_at"}',
    ranges => '{"requestTime": "requested_at"}',
    visible => '(select sees_everything()) or requester_id = (select acting_account()) '
      || 'or party && (select acting_keys())',
    within => $w$case when not sees_everything()
      then array(select 'see=' || id from unnest(acting_keys()) as id) end$w$);
end $$;
grant select, insert, update on approval_request to sealwright_app;

-- A person counts once per step and round.
create table approval_vote (
  developer_id bigint not null references developer,
  request_guid uuid not null,
  round int not null,
  step int not null,
  account_id uuid not null references account,
  voted_at timestamptz not null,
  primary key (developer_id, request_guid, round, step, account_id),
  foreign key (developer_id, request_guid) references approval_request
);
create index approval_vote_account on approval_vote (account_id);
alter table approval_vote enable row level security;
create policy tenant on approval_vote using (developer_id = current_developer());
grant select, insert on approval_vote to sealwright_app;

create table approval_event (
  developer_id bigint not null references developer,
  guid uuid not null,
  request_guid uuid not null,
  kind text not null,
  at timestamptz not null,
  -- Null: the center.
  actor_id uuid references account,
  step int,
  text text,
  -- Who took over.
  about_id uuid references account,
  -- Fields before and after an edit.
  changes jsonb not null default '[]',
  failure jsonb,
  primary key (developer_id, guid),
  foreign key (developer_id, request_guid) references approval_request
);
create index approval_event_of_request on approval_event (developer_id, request_guid, at, guid);
create index approval_event_actor on approval_event (actor_id) where actor_id is not null;
create index approval_event_about on approval_event (about_id) where about_id is not null;
alter table approval_event enable row level security;
create policy tenant on approval_event using (developer_id = current_developer());
grant select, insert on approval_event to sealwright_app;
