-- Dongles: user locks and control locks, the changes that wait for them, the licenses inside, and the packages that
-- write them.

-- The number of seats of a license in a dongle is changed by an operation, like its other values.
update template_version set terms = terms || jsonb_build_object('concurrentNumOp',
  case when terms ->> 'opType' is not null and terms ->> 'concurrentNum' is not null then 1 end);
update license_terms set terms = terms || '{"concurrentNumOp": null}';

-- User locks have a row scope.
alter table membership drop constraint membership_limited_check, add constraint membership_limited_check
  check (limited <@ array['product', 'user', 'customer', 'template', 'userLock']
    and (limited @> array['product'] or not limited @> array['template']));
alter table invitation drop constraint invitation_limited_check, add constraint invitation_limited_check
  check (limited <@ array['product', 'user', 'customer', 'userLock']);

create table dongle (
  developer_id bigint not null references developer,
  guid uuid not null,
  kind text not null check (kind in ('user', 'control')),
  shell_number text not null check (shell_number ~ '^[0-9]{6,20}$'),
  serial_number text not null check (serial_number ~ '^[0-9a-f]{32}$'),
  produced_at timestamptz not null,
  firmware text not null check (char_length(firmware) between 1 and 20),
  -- Public keys: the lock signs requests and answers, and the center seals packages to it.
  sign_key text check (char_length(sign_key) = 43),
  seal_key text check (char_length(seal_key) = 43),
  pin_box bytea, -- the initial PIN of a control lock
  status int not null check (status between 0 and 21),
  -- Where it is at rest: 1, 4, 10 (activation lock) or 7 (permanent lock).
  home int not null check (home in (1, 4, 7, 10)),
  offline_days int not null check (offline_days between 1 and 180),
  activated_at timestamptz,
  active_until timestamptz not null default never(), -- never() if it has no end or was never activated
  seen_at timestamptz,
  customer_guid uuid,
  integrator_guid uuid,
  assigned_to uuid[] not null default '{}',
  remark text check (char_length(remark) <= 200),
  -- Numbers of packages: the last one made, and the last one that the lock says it has taken.
  last_number bigint not null default 0,
  taken_number bigint not null default 0,
  last_seq bigint not null default 0, -- of its latest request
  licenses int not null default 0 check (licenses >= 0), -- inside, as reported
  revision int not null default 1,
  registered_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid),
  foreign key (developer_id, customer_guid) references customer,
  check ((kind = 'user') = (sign_key is not null and seal_key is not null)),
  check (kind = 'user' or customer_guid is null),
  check (taken_number <= last_number)
)
-- Numbers and times of a lock change often, and none of its many tokens. A batch changes all rows of a page at once:
-- leave room for a second version of each, or the new versions go into all indexes again.
with (fillfactor = 50);
-- No two locks in the world have the same numbers or keys.
create unique index dongle_shell_number on dongle (shell_number);
create unique index dongle_serial_number on dongle (serial_number);
create unique index dongle_sign_key on dongle (sign_key) where sign_key is not null;
create index dongle_by_shell on dongle (developer_id, shell_number, guid) where deleted_at is null and kind = 'user';
create index dongle_control on dongle (developer_id, shell_number, guid) where deleted_at is null and kind = 'control';
-- With the columns of the row scope, so that locks whose activation ends are counted from the index alone.
create index dongle_by_end on dongle (developer_id, active_until, guid) include (kind, customer_guid, assigned_to)
  where deleted_at is null and kind = 'user';
create index dongle_of_customer on dongle (developer_id, customer_guid) where customer_guid is not null;
create index dongle_of_integrator on dongle (developer_id, integrator_guid) where integrator_guid is not null;
create index dongle_assigned_to on dongle using gin (assigned_to) where assigned_to <> '{}';

create function dongle_text(shell_number text, serial_number text, remark text) returns text
  language sql immutable parallel safe
  return lower(shell_number || chr(10) || serial_number || chr(10) || coalesce(remark, ''));
create function dongle_labels(developer_id bigint, status int, home int, customer_guid uuid, integrator_guid uuid,
  assigned_to uuid[]) returns text[]
  language sql immutable parallel safe
  return array[
      developer_id::text || ':status=' || status::text,
      developer_id::text || case when home = 7 then ':mode=0' else ':mode=1' end
    ]
    || case when customer_guid is null then '{}'::text[]
      else array[developer_id::text || ':customer=' || customer_guid::text] end
    || case when integrator_guid is null then '{}'::text[]
      else array[developer_id::text || ':integrator=' || integrator_guid::text] end
    || array(select developer_id::text || ':to=' || id::text from unnest(assigned_to) as id);
create function dongle_tokens(developer_id bigint, content text, labels text[]) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, content) || labels;
do $$
declare
  labels text := 'dongle_labels(developer_id, status, home, customer_guid, integrator_guid, assigned_to)';
  content text := 'dongle_text(shell_number, serial_number, remark)';
  tokens text := format('dongle_tokens(developer_id, %s, %s)', content, labels);
  living text := 'deleted_at is null and kind = ''user''';
begin
  execute format('create index dongle_by_token on dongle using gin (%s) where %s', tokens, living);
  execute format('create index dongle_sample_by_token on dongle using gin (%s) where %s and in_sample(guid)', tokens,
    living);
  alter table dongle enable row level security;
  create policy tenant on dongle using (developer_id = current_developer());
  -- A lock is seen by those to whom it, or its customer, is assigned. Control locks have rights of their own.
  call create_search('dongle', tokens => tokens, labels => labels, content => content, living => living,
    sorts => '{"shellNumber": "shell_number", "activationEnd": "active_until"}',
    ranges => '{"activationEnd": "active_until"}',
    visible => $v$(select sees_all('userLock')) or kind = 'control' or assigned_to && (select acting_assignees())
      or customer_guid = any ((select assigned_customers())::uuid[])$v$,
    within => $w$case when not sees_all('userLock') then array(select 'to=' || id from unnest(acting_assignees()) as id)
      || array(select 'customer=' || guid from unnest(assigned_customers()) as guid) end$w$);
end $$;
call create_counters('dongle', $c$
  select 'userLock' union all select 'userLock.status=' || status
  union all select 'userLock.mode=' || case when home = 7 then 0 else 1 end
  union all select 'userLock.customer=' || customer_guid where customer_guid is not null
  union all select 'userLock.integrator=' || integrator_guid where integrator_guid is not null$c$,
  'deleted_at is null and kind = ''user''');
grant select, insert, update on dongle to sealwright_app;

-- A change that waits for its lock. It is sent until the lock reports it: `number` is its first package, `until` the
-- end of its latest one.
create table dongle_command (
  developer_id bigint not null references developer,
  guid uuid not null,
  dongle_guid uuid not null,
  kind text not null check (kind in ('reportLost', 'cancelLost', 'lock', 'unlock', 'toPermanent', 'toActivation',
    'setOfflineDays')),
  state text not null check (state in ('waiting', 'processing', 'done', 'failed', 'cancelled')),
  offline_days int check (offline_days between 1 and 180),
  reason text check (char_length(reason) <= 200),
  failure text,
  number bigint,
  until timestamptz check ((until is null) = (number is null)),
  task_guid uuid,
  actor_id uuid references account,
  actor_name text not null,
  at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state in ('waiting', 'processing'))),
  primary key (developer_id, guid),
  foreign key (developer_id, dongle_guid) references dongle
);
-- One at a time. The end of a loss report travels with the next activation, whatever else is ordered.
create unique index dongle_command_open on dongle_command (developer_id, dongle_guid)
  where state in ('waiting', 'processing') and kind <> 'cancelLost';
create index dongle_command_of_dongle on dongle_command (developer_id, dongle_guid, at desc, guid desc);
create index dongle_command_of_task on dongle_command (developer_id, task_guid) where task_guid is not null;
create index dongle_command_actor on dongle_command (actor_id);
grant select, insert, update on dongle_command to sealwright_app;

-- What packages that were made together have in common.
create table dongle_issue (
  developer_id bigint not null references developer,
  guid uuid not null,
  kind text not null check (kind in ('issue', 'refresh', 'delete', 'clear')),
  operations jsonb not null, -- as the lock gets them
  license_ids bigint[] not null,
  template_guids uuid[] not null default '{}',
  remark text check (char_length(remark) <= 200),
  at timestamptz not null,
  actor_id uuid not null references account,
  actor_name text not null,
  primary key (developer_id, guid)
);
create index dongle_issue_actor on dongle_issue (actor_id);
create index dongle_issue_by_time on dongle_issue (at);
alter table dongle_issue enable row level security;
create policy tenant on dongle_issue using (developer_id = current_developer());
grant select, insert on dongle_issue to sealwright_app;

-- A package for one lock (upgrade record). Status 5 follows from the clock.
create table dongle_package (
  developer_id bigint not null references developer,
  guid uuid not null,
  dongle_guid uuid not null,
  shell_number text not null,
  issue_guid uuid not null,
  license_ids bigint[] not null,
  number bigint not null check (number > 0),
  status int not null check (status between 0 and 4),
  results text[], -- of each operation
  reason text check ((reason is not null) = (status = 4)), -- the first result that is not `done`
  file text, -- the D2C, until it ends
  digest bytea not null check (octet_length(digest) = 32),
  file_name text not null check (char_length(file_name) between 1 and 128),
  made_at timestamptz not null,
  valid_until timestamptz not null,
  downloads int not null default 0,
  downloaded_at timestamptz check (downloaded_at is not null or status in (0, 2, 3, 4)),
  reported_at timestamptz,
  task_guid uuid,
  actor_id uuid not null references account,
  actor_name text not null,
  reissued_by uuid, -- the package that replaces it
  primary key (developer_id, guid),
  foreign key (developer_id, dongle_guid) references dongle,
  foreign key (developer_id, issue_guid) references dongle_issue
);
-- Sealed documents cannot be compressed.
alter table dongle_package alter column file set storage external;
create unique index dongle_package_number on dongle_package (developer_id, dongle_guid, number);
create index dongle_package_open on dongle_package (developer_id, dongle_guid, number) where status in (0, 1);
create index dongle_package_newest on dongle_package (developer_id, made_at desc, guid desc);
create index dongle_package_of_dongle on dongle_package (developer_id, dongle_guid, made_at desc, guid desc);
create index dongle_package_of_status on dongle_package (developer_id, status, made_at desc, guid desc);
create index dongle_package_of_shell on dongle_package (developer_id, shell_number text_pattern_ops);
create index dongle_package_of_task on dongle_package (developer_id, task_guid) where task_guid is not null;
create index dongle_package_of_issue on dongle_package (developer_id, issue_guid);
create index dongle_package_digest on dongle_package (developer_id, digest);
create index dongle_package_actor on dongle_package (actor_id);
create index dongle_package_ended on dongle_package (valid_until) where file is not null;
grant select, insert, update on dongle_package to sealwright_app;

-- The license of a product in a lock. `inside` is what the lock reported, `planned` what it will be with the packages
-- that wait.
create table dongle_license (
  developer_id bigint not null references developer,
  guid uuid not null,
  dongle_guid uuid not null,
  shell_number text not null,
  license_id bigint not null,
  inside jsonb,
  planned jsonb,
  expires_at timestamptz not null default never(), -- of `inside`
  is_expired boolean not null default false, -- noted by a job, for lists and counts
  template_guid uuid,
  package_guid uuid not null, -- the latest one
  upgrade_status int not null, -- of it, as stored
  remark text,
  customer_guid uuid,
  integrator_guid uuid,
  assigned_to uuid[] not null default '{}',
  issued_by uuid not null references account,
  issuer_name text not null,
  issued_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz, -- deleted from the lock, or taken back before it was written
  primary key (developer_id, guid),
  foreign key (developer_id, dongle_guid) references dongle,
  foreign key (developer_id, license_id) references product (developer_id, license_id),
  foreign key (developer_id, template_guid) references template,
  foreign key (developer_id, package_guid) references dongle_package
);
create unique index dongle_license_once on dongle_license (developer_id, dongle_guid, license_id)
  where ended_at is null;
create index dongle_license_by_update on dongle_license (developer_id, updated_at desc, guid desc)
  where ended_at is null;
create index dongle_license_by_issue on dongle_license (developer_id, issued_at desc, guid desc) where ended_at is null;
create index dongle_license_by_end on dongle_license (developer_id, expires_at, guid) where ended_at is null;
create index dongle_license_due on dongle_license (expires_at, developer_id)
  where ended_at is null and not is_expired and expires_at < never();
create index dongle_license_of_shell on dongle_license (developer_id, shell_number text_pattern_ops)
  where ended_at is null;
create index dongle_license_of_product on dongle_license (developer_id, license_id);
create index dongle_license_of_template on dongle_license (developer_id, template_guid);
create index dongle_license_of_package on dongle_license (developer_id, package_guid);
create index dongle_license_issued_by on dongle_license (issued_by);

create function dongle_license_labels(developer_id bigint, dongle_guid uuid, license_id bigint, template_guid uuid,
  is_inside boolean, is_expired boolean, upgrade_status int, customer_guid uuid, integrator_guid uuid,
  assigned_to uuid[], issued_by uuid) returns text[]
  language sql immutable parallel safe
  return array[
      developer_id::text || ':lock=' || dongle_guid::text,
      developer_id::text || ':product=' || license_id::text,
      developer_id::text || ':status=' || case when not is_inside then '1' when is_expired then '6' else '4' end,
      developer_id::text || ':upgrade=' || upgrade_status::text,
      developer_id::text || ':admin=' || issued_by::text
    ]
    || case when template_guid is null then '{}'::text[]
      else array[developer_id::text || ':template=' || template_guid::text] end
    || case when customer_guid is null then '{}'::text[]
      else array[developer_id::text || ':customer=' || customer_guid::text] end
    || case when integrator_guid is null then '{}'::text[]
      else array[developer_id::text || ':integrator=' || integrator_guid::text] end
    || array(select developer_id::text || ':to=' || id::text from unnest(assigned_to) as id);
do $$
declare
  labels text := 'dongle_license_labels(developer_id, dongle_guid, license_id, template_guid, inside is not null, '
    || 'is_expired, upgrade_status, customer_guid, integrator_guid, assigned_to, issued_by)';
  -- Shell numbers are found by their beginning, along an index of their own.
  content text := 'shell_number';
  tokens text := format('(%s)', labels);
  living text := 'ended_at is null';
begin
  execute format('create index dongle_license_by_token on dongle_license using gin (%s) where %s', tokens, living);
  execute format('create index dongle_license_sample_by_token on dongle_license using gin (%s) where %s '
    || 'and in_sample(guid)', tokens, living);
  alter table dongle_license enable row level security;
  create policy tenant on dongle_license using (developer_id = current_developer());
  -- It is seen with its lock and its product.
  call create_search('dongle_license', tokens => tokens, labels => labels, content => content, living => living,
    sorts => '{"updateTime": "updated_at", "issueTime": "issued_at", "expireTime": "expires_at"}',
    ranges => '{"issueTime": "issued_at", "expireTime": "expires_at"}',
    visible => $v$((select sees_all('userLock')) or issued_by = (select acting_account())
        or assigned_to && (select acting_assignees()) or customer_guid = any ((select assigned_customers())::uuid[]))
      and ((select sees_all('product')) or issued_by = (select acting_account())
        or array[license_id] <@ (select seen_products()))$v$,
    within => $w$case
      when not sees_all('userLock') then array['admin=' || acting_account()]
        || array(select 'to=' || id from unnest(acting_assignees()) as id)
        || array(select 'customer=' || guid from unnest(assigned_customers()) as guid)
      when not sees_all('product') then array['admin=' || acting_account()]
        || array(select 'product=' || id from unnest(seen_products()) as id) end$w$);
end $$;
call create_counters('dongle_license', $c$
  select 'dongleLicense' union all select 'dongleLicense.status=' || case when inside is null then 1 when is_expired
    then 6 else 4 end
  union all select 'dongleLicense.product=' || license_id
  union all select 'dongleLicense.template=' || template_guid where template_guid is not null
  union all select 'dongleLicense.product=' || license_id || '.effective' where not is_expired
  union all select 'dongleLicense.template=' || template_guid || '.effective'
    where template_guid is not null and not is_expired$c$, 'ended_at is null');
grant select, insert, update on dongle_license to sealwright_app;

-- Notes what the clock did meanwhile, at most so many.
create function expire_dongle_licenses(at timestamptz, most int) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare n int;
  begin
    with due as (
      select developer_id, guid from dongle_license
      where ended_at is null and not is_expired and expires_at < never() and expires_at <= at
      order by expires_at, developer_id limit most for update skip locked)
    update dongle_license l set is_expired = true from due
      where l.developer_id = due.developer_id and l.guid = due.guid;
    get diagnostics n = row_count;
    return n;
  end
  $$;
revoke execute on function expire_dongle_licenses(timestamptz, int) from public;
grant execute on function expire_dongle_licenses(timestamptz, int) to sealwright_app;

-- A license in a lock follows the customer, the integrator and the assignments of the lock.
create function dongle_license_follows_dongle() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    with moved as (
      select l.developer_id, l.guid, n.customer_guid, n.integrator_guid, n.assigned_to from news n
        join olds o on o.developer_id = n.developer_id and o.guid = n.guid
          and (o.customer_guid, o.integrator_guid, o.assigned_to)
            is distinct from (n.customer_guid, n.integrator_guid, n.assigned_to)
        join dongle_license l on l.developer_id = n.developer_id and l.dongle_guid = n.guid and l.ended_at is null
      order by l.guid for update of l
    )
    update dongle_license l set customer_guid = m.customer_guid, integrator_guid = m.integrator_guid,
      assigned_to = m.assigned_to from moved m where l.developer_id = m.developer_id and l.guid = m.guid;
    return null;
  end
  $$;
revoke execute on function dongle_license_follows_dongle() from public;
create trigger dongle_license_follows_dongle after update on dongle
  referencing old table as olds new table as news for each statement execute function dongle_license_follows_dongle();

-- A request of a lock. The same request gets the same answer, which is kept until it ends.
create table dongle_contact (
  developer_id bigint not null references developer,
  guid uuid not null,
  dongle_guid uuid not null,
  file_id text not null check (char_length(file_id) between 16 and 64),
  digest bytea not null check (octet_length(digest) = 32),
  request text not null check (request in ('activate', 'fetch', 'report')),
  way text not null check (way in ('runtime', 'workbench', 'file')),
  at timestamptz not null,
  network text,
  actor_id uuid references account,
  actor_name text not null,
  task_guid uuid,
  -- The package that was made for this request, and the packages that had waited.
  number bigint,
  operations jsonb not null default '[]', -- of that package
  file text,
  file_digest bytea,
  package_guids uuid[] not null default '{}',
  status int not null, -- of the lock, afterwards
  active_until timestamptz,
  -- The day of the developer, if it was activated.
  activation_day date,
  valid_until timestamptz not null,
  primary key (developer_id, guid),
  foreign key (developer_id, dongle_guid) references dongle
);
alter table dongle_contact alter column file set storage external;
create unique index dongle_contact_once on dongle_contact (developer_id, file_id);
create index dongle_contact_of_dongle on dongle_contact (developer_id, dongle_guid, at desc);
create index dongle_contact_file on dongle_contact (developer_id, file_digest) where file_digest is not null;
create index dongle_contact_of_task on dongle_contact (developer_id, task_guid) where task_guid is not null;
create unique index dongle_contact_number on dongle_contact (developer_id, dongle_guid, number)
  where number is not null;
create index dongle_contact_activations on dongle_contact (developer_id, dongle_guid, activation_day)
  where activation_day is not null;
create index dongle_contact_ended on dongle_contact (valid_until);
create index dongle_contact_file_ended on dongle_contact (valid_until) where file is not null;
create index dongle_contact_actor on dongle_contact (actor_id);
grant select, insert, update, delete on dongle_contact to sealwright_app;

-- Activations a day. Contacts are deleted later, so only inserts are counted.
create function dongle_activation_counted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into counter_delta (developer_id, name, delta)
      select developer_id, 'lockActivation.' || activation_day, count(*) from added where activation_day is not null
      group by 1, 2;
    return null;
  end
  $$;
revoke execute on function dongle_activation_counted() from public;
create trigger dongle_contact_count_insert after insert on dongle_contact
  referencing new table as added for each statement execute function dongle_activation_counted();

create table dongle_event (
  developer_id bigint not null references developer,
  guid uuid not null,
  dongle_guid uuid not null,
  kind text not null check (kind in ('registered', 'contact', 'command', 'takeBack', 'commandDone', 'commandFailed',
    'package', 'withdrawn', 'upgraded', 'failed', 'edited', 'assigned')),
  at timestamptz not null,
  actor_id uuid references account,
  actor_name text not null,
  request text,
  way text,
  command text,
  about text,
  reason text,
  digest bytea,
  primary key (developer_id, guid),
  foreign key (developer_id, dongle_guid) references dongle
);
create index dongle_event_of_dongle on dongle_event (developer_id, dongle_guid, at desc, guid desc);
create index dongle_event_actor on dongle_event (actor_id);
create index dongle_event_contacts on dongle_event (at) where kind = 'contact';
grant select, insert on dongle_event to sealwright_app;

do $$
declare t text;
begin
  -- They follow the row scope of their lock.
  foreach t in array array['dongle_command', 'dongle_package', 'dongle_contact', 'dongle_event'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
    execute format('create policy scope on %1$I as restrictive for select using ((select sees_all(''userLock''))
      or exists (select from dongle d where d.developer_id = %1$I.developer_id and d.guid = %1$I.dongle_guid))', t);
  end loop;
  -- And of their products: a package is seen with one of them.
  create policy products on dongle_package as restrictive for select using ((select sees_all('product'))
    or actor_id = (select acting_account()) or license_ids = '{}' or license_ids && (select seen_products()));
end $$;

-- Who leaves loses the locks that were assigned to them, and a deleted customer has none.
create or replace function forget_assignee(assignee uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update product set assigned_to = array_remove(assigned_to, assignee)
      where developer_id = current_developer() and assigned_to @> array[assignee];
    update template set assigned_to = array_remove(assigned_to, assignee)
      where developer_id = current_developer() and assigned_to @> array[assignee];
    update customer set assigned_to = array_remove(assigned_to, assignee)
      where developer_id = current_developer() and assigned_to @> array[assignee];
    with held as (select guid from end_user where developer_id = current_developer()
      and assigned_to @> array[assignee] order by guid for update)
    update end_user u set assigned_to = array_remove(assigned_to, assignee) from held
      where u.developer_id = current_developer() and u.guid = held.guid;
    with held as (select guid from license where developer_id = current_developer() and assigned_to <> '{}'
      and assigned_to @> array[assignee] order by guid for update)
    update license l set assigned_to = array_remove(assigned_to, assignee) from held
      where l.developer_id = current_developer() and l.guid = held.guid;
    with held as (select guid from dongle where developer_id = current_developer() and assigned_to <> '{}'
      and assigned_to @> array[assignee] order by guid for update)
    update dongle d set assigned_to = array_remove(assigned_to, assignee),
      integrator_guid = nullif(integrator_guid, assignee) from held
      where d.developer_id = current_developer() and d.guid = held.guid;
  end
  $$;
create or replace function forget_customer(forgotten uuid) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare n int;
  begin
    with held as (select guid from dongle where developer_id = current_developer() and customer_guid = forgotten
      order by guid for update)
    update dongle d set customer_guid = null from held
      where d.developer_id = current_developer() and d.guid = held.guid;
    with held as (select guid from end_user where developer_id = current_developer() and customer_guid = forgotten
      order by guid for update)
    update end_user u set customer_guid = null from held
      where u.developer_id = current_developer() and u.guid = held.guid;
    get diagnostics n = row_count;
    return n;
  end
  $$;
-- What is assigned to an invitation becomes assigned to the account that accepts it, also locks.
create or replace function move_assignee(invited uuid, member uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update product set assigned_to = array_replace(assigned_to, invited, member)
      where developer_id = current_developer() and assigned_to @> array[invited];
    update customer set assigned_to = array_replace(assigned_to, invited, member)
      where developer_id = current_developer() and assigned_to @> array[invited];
    with held as (select guid from end_user where developer_id = current_developer() and assigned_to @> array[invited]
      order by guid for update)
    update end_user u set assigned_to = array_replace(assigned_to, invited, member) from held
      where u.developer_id = current_developer() and u.guid = held.guid;
    with held as (select guid from dongle where developer_id = current_developer() and assigned_to <> '{}'
      and assigned_to @> array[invited] order by guid for update)
    update dongle d set assigned_to = array_replace(assigned_to, invited, member) from held
      where d.developer_id = current_developer() and d.guid = held.guid;
  end
  $$;
