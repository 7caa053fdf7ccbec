-- Licenses of accounts, of codes and of smart devices. What a license carries (`license_terms`) is shared by all that
-- were issued together and is never changed: an update gives a license other terms, and its events tell which it had.
-- What time does is not stored first: `expiry` follows the clock behind it, for lists and counts alone, and whoever
-- asks for a status computes it.

-- What has no end ends then, so that everything can be ordered by its end.
create function never() returns timestamptz
  language sql immutable parallel safe
  return make_timestamptz(9999, 12, 31, 0, 0, 0, 'UTC');

create table license_terms (
  developer_id bigint not null references developer,
  guid uuid not null,
  -- Everything but what the data areas hold, as templates keep it; and that, with the terms that hold it.
  terms jsonb not null,
  areas_of uuid not null,
  areas jsonb check ((areas is not null) = (areas_of = guid)),
  -- Products of a code that end before it does: license id → instant.
  product_ends jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (developer_id, guid)
);

-- One act of issuing: from which template, by which rates, paid by which order.
create table license_issue (
  developer_id bigint not null references developer,
  guid uuid not null,
  family text not null check (family in ('smart', 'account', 'sn')),
  template_guid uuid not null,
  template_version int not null,
  terms_guid uuid not null,
  source text not null check (source in ('full', 'single', 'batch', 'preIssue', 'campaign', 'openApi')),
  count int not null check (count > 0),
  rates jsonb not null,
  order_guid uuid, -- null: nothing was to be paid at the issue
  task_guid uuid,
  issued_by uuid not null references account,
  issued_at timestamptz not null,
  primary key (developer_id, guid),
  foreign key (developer_id, template_guid) references template,
  foreign key (developer_id, terms_guid) references license_terms
);
create index license_issue_template on license_issue (developer_id, template_guid);
create index license_issue_terms on license_issue (developer_id, terms_guid);
create index license_issue_issued_by on license_issue (issued_by);
create index license_issue_by_time on license_issue (developer_id, issued_at);

create table license (
  developer_id bigint not null references developer,
  guid uuid not null,
  family text not null check (family in ('smart', 'account', 'sn')),
  serial text not null check (char_length(serial) between 8 and 40), -- the code, of account licenses a number
  issue_guid uuid not null,
  terms_guid uuid not null,
  template_guid uuid not null,
  license_id bigint not null,
  license_ids bigint[] not null check (cardinality(license_ids) between 1 and 10 and license_ids[1] = license_id),
  license_form int not null check (license_form in (1, 2)), -- which quota it counts in
  user_guid uuid check ((user_guid is not null) = (family = 'account')),
  account text check ((account is not null) = (family = 'account')),
  customer_guid uuid, -- of account licenses the user's, which it follows
  tag_guids uuid[] not null default '{}', -- the user's
  assigned_to uuid[] not null default '{}', -- an integrator whose stock it is in
  source text not null check (source in ('full', 'single', 'batch', 'preIssue', 'campaign', 'openApi')),
  state int not null check (state in (1, 4, 5, 7, 8, 9, 15, 16)),
  expiry int not null default 0 check (expiry in (0, 1, 2)), -- nothing, a part, all of it has ended
  expires_at timestamptz not null default never(),
  partly_until timestamptz not null default never(), -- when the first of its products ends
  -- when the last machine must have learned that it is deleted
  final_at timestamptz check ((final_at is not null) = (state = 8)),
  first_used_at timestamptz,
  approved_at timestamptz, -- where somebody had to approve it, its time begins then
  bound int not null default 0 check (bound >= 0),
  ever_bound int not null default 0 check (ever_bound >= bound),
  is_paid boolean not null, -- false: the first use pays
  charged jsonb not null default '{}', -- in money, by the kinds of price lines
  quota_holder uuid, -- whose quota it counts in
  password_box text,
  remark text check (char_length(remark) <= 200),
  delivered_to text check (char_length(delivered_to) <= 254),
  delivered_at timestamptz,
  replaced_by uuid,
  revision int not null default 1,
  issued_by uuid not null references account,
  issued_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz check ((ended_at is not null) = (state in (7, 8, 9))), -- deleted or replaced
  due_at timestamptz not null generated always as (
    case when state = 8 then final_at when state in (7, 9) then never() when expiry = 0
      then least(partly_until, expires_at) when expiry = 1 then expires_at else never() end
  ) stored,
  primary key (developer_id, guid),
  foreign key (developer_id, issue_guid) references license_issue,
  foreign key (developer_id, terms_guid) references license_terms,
  foreign key (developer_id, template_guid) references template,
  foreign key (developer_id, user_guid) references end_user,
  foreign key (developer_id, customer_guid) references customer
);
create unique index license_serial_unique on license (developer_id, serial);
-- One license of a product an account: what is issued again replaces. What waits for an approval replaces nothing yet.
create unique index license_of_account_unique on license (developer_id, user_guid, license_id) where family = 'account'
  and ended_at is null and state not in (15, 16);
create index license_of_user on license (developer_id, user_guid) where user_guid is not null;
create index license_of_customer on license (developer_id, customer_guid) where customer_guid is not null;
create index license_of_issue on license (developer_id, issue_guid);
create index license_of_terms on license (developer_id, terms_guid);
create index license_issued_by on license (issued_by);
create index license_due on license (due_at, developer_id) where due_at < never();
-- The lists as they open, by time and by end, of a family and of a template; and the same of everything, for searches.
create index license_of_family on license (developer_id, family, issued_at desc, guid desc) where ended_at is null;
-- With what row scope looks at, so that what ends soon is counted from the index alone.
create index license_of_family_by_end on license (developer_id, family, expires_at, guid) include (issued_by,
  assigned_to, license_ids) where ended_at is null;
create index license_of_template on license (developer_id, template_guid, issued_at desc, guid desc);
create index license_by_issue on license (developer_id, issued_at desc, guid desc);
create index license_by_end on license (developer_id, expires_at, guid);

create function license_text(serial text, account text) returns text
  language sql immutable parallel safe
  return lower(serial || chr(10) || coalesce(account, ''));
-- `status=` is what it is called by the clock as far as that was noted.
create function license_labels(developer_id bigint, family text, license_ids bigint[], template_guid uuid, state int,
  expiry int, source text, issued_by uuid, user_guid uuid, customer_guid uuid, tag_guids uuid[], assigned_to uuid[],
  is_delivered boolean, account text) returns text[]
  language sql immutable parallel safe
  return array[
      developer_id::text || ':family=' || family,
      developer_id::text || ':template=' || template_guid::text,
      developer_id::text || ':status=' || case when state in (1, 4) and expiry = 2 then 6 when state in (1, 4)
        and expiry = 1 then 17 else state end::text,
      developer_id::text || ':source=' || source,
      developer_id::text || ':admin=' || issued_by::text,
      developer_id::text || case when is_delivered then ':delivered' else ':undelivered' end
    ]
    || case when state in (7, 8, 9) then '{}'::text[] when state in (1, 4) and expiry < 2
      then array[developer_id::text || ':alive', developer_id::text || ':effective']
      else array[developer_id::text || ':alive'] end
    || case when user_guid is null then '{}'::text[] else array[developer_id::text || ':user=' || user_guid::text,
      developer_id::text || ':account=' || lower(account)] end
    || case when customer_guid is null then '{}'::text[]
      else array[developer_id::text || ':customer=' || customer_guid::text] end
    || array(select developer_id::text || ':product=' || id::text from unnest(license_ids) as id)
    || array(select developer_id::text || ':tag=' || id::text from unnest(tag_guids) as id)
    || array(select developer_id::text || ':to=' || id::text from unnest(assigned_to) as id);
create function license_tokens(developer_id bigint, content text, labels text[]) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, content) || labels;
-- A license is seen with all its products. An integrator sees, of these, its stock.
do $$
declare
  labels text :=
    'license_labels(developer_id, family, license_ids, template_guid, state, expiry, source, issued_by, user_guid, '
    'customer_guid, tag_guids, assigned_to, delivered_at is not null, account)';
  content text := 'license_text(serial, account)';
  tokens text := format('license_tokens(developer_id, %s, %s)', content, labels);
begin
  execute format('create index license_by_token on license using gin (%s)', tokens);
  execute format('create index license_sample_by_token on license using gin (%s) where in_sample(guid)', tokens);
  alter table license enable row level security;
  create policy tenant on license using (developer_id = current_developer());
  call create_search('license', tokens => tokens, labels => labels, content => content, living => 'true',
    sorts => '{"issueTime": "issued_at", "expireTime": "expires_at"}',
    ranges => '{"issueTime": "issued_at", "expireTime": "expires_at"}',
    visible => $v$(select sees_all('product')) or issued_by = (select acting_account())
      or assigned_to && (select acting_assignees()) or (license_ids <@ (select seen_products())
      and (select sees_all('template')))$v$,
    within => $w$case when not sees_all('product') then array['admin=' || acting_account()] || array(select 'to=' || id
      from unnest(acting_assignees()) as id) || array(select 'product=' || id from unnest(seen_products()) as id
      where sees_all('template')) end$w$);
end $$;

-- What lives, and what of it is in force, of a family, of each status, of a template, of a product.
call create_counters('license', $c$
  select 'license.' || family where ended_at is null
  union all select 'license.' || family || '.status=' || case when state in (1, 4) and expiry = 2 then 6
    when state in (1, 4) and expiry = 1 then 17 else state end
  union all select 'license.template=' || template_guid where ended_at is null
  union all select 'license.product=' || id from unnest(license_ids) as id where ended_at is null
  union all select 'license.template=' || template_guid || '.effective' where state in (1, 4) and expiry < 2
  union all select 'license.product=' || id || '.effective' from unnest(license_ids) as id where state in (1, 4)
    and expiry < 2$c$, 'true');

-- Notes what the clock did meanwhile, at most so many, of one developer or of all.
create function expire_licenses(developer bigint, at timestamptz, most int) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare n int;
  begin
    with due as (select developer_id, guid from license where due_at <= at and due_at < never() and (developer is null
      or developer_id = developer) order by due_at, developer_id limit most for update skip locked)
    update license l set
      expiry = case when l.state = 8 then l.expiry when l.expires_at <= at then 2 when l.partly_until <= at then 1
        else l.expiry end,
      state = case when l.state = 8 then 9 else l.state end,
      final_at = null
    from due where l.developer_id = due.developer_id and l.guid = due.guid;
    get diagnostics n = row_count;
    return n;
  end
  $$;

-- A license of an account follows its user's tags and customer.
create function license_follows_user() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    with moved as (
      select l.developer_id, l.guid, n.tag_guids, n.customer_guid from news n
        join olds o on o.developer_id = n.developer_id and o.guid = n.guid and (o.tag_guids is distinct from n.tag_guids
          or o.customer_guid is distinct from n.customer_guid)
        join license l on l.developer_id = n.developer_id and l.user_guid = n.guid
      order by l.guid for update of l
    )
    update license l set tag_guids = m.tag_guids, customer_guid = m.customer_guid from moved m
      where l.developer_id = m.developer_id and l.guid = m.guid;
    return null;
  end
  $$;
create trigger license_follows_user after update on end_user referencing old table as olds new table as news
  for each statement execute function license_follows_user();

-- What goes with an assignee: a stock comes back.
create index license_assigned_to on license using gin (assigned_to) where assigned_to <> '{}';
create or replace function forget_assignee(assignee uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update product set assigned_to = array_remove(assigned_to, assignee) where developer_id = current_developer()
      and assigned_to @> array[assignee];
    update template set assigned_to = array_remove(assigned_to, assignee) where developer_id = current_developer()
      and assigned_to @> array[assignee];
    update customer set assigned_to = array_remove(assigned_to, assignee) where developer_id = current_developer()
      and assigned_to @> array[assignee];
    with held as (select guid from end_user where developer_id = current_developer() and assigned_to @> array[assignee]
      order by guid for update)
    update end_user u set assigned_to = array_remove(assigned_to, assignee) from held
      where u.developer_id = current_developer() and u.guid = held.guid;
    with held as (select guid from license where developer_id = current_developer() and assigned_to <> '{}'
      and assigned_to @> array[assignee] order by guid for update)
    update license l set assigned_to = array_remove(assigned_to, assignee) from held
      where l.developer_id = current_developer() and l.guid = held.guid;
  end
  $$;

-- The story of a license but for its issue, which `license_issue` tells.
create table license_event (
  developer_id bigint not null references developer,
  guid uuid not null,
  license_guid uuid not null,
  kind text not null check (kind in ('refresh', 'lock', 'unlock', 'delete', 'restore', 'replace', 'bind', 'unbind',
    'recycle', 'approve', 'reject', 'deliver', 'assign', 'password')),
  at timestamptz not null,
  actor_id uuid references account, -- null: a machine or the clock
  actor_name text not null,
  terms_before uuid,
  terms_after uuid check ((terms_after is null) = (terms_before is null)),
  about text check (char_length(about) <= 254),
  channel text check ((channel is not null) = (kind = 'deliver')),
  reason text check (char_length(reason) <= 200),
  amount_fen bigint check (amount_fen >= 0),
  order_guid uuid,
  primary key (developer_id, guid),
  foreign key (developer_id, license_guid) references license
);
create index license_event_newest on license_event (developer_id, license_guid, at desc, guid desc);
create index license_event_actor on license_event (actor_id);

-- Machines that hold or held a license: one row a machine, so that their number is how many there ever were.
create table bound_machine (
  developer_id bigint not null references developer,
  guid uuid not null,
  license_guid uuid not null,
  fingerprint text not null check (char_length(fingerprint) between 1 and 200),
  name text not null check (char_length(name) between 1 and 100),
  os text check (char_length(os) <= 100),
  network text,
  addresses jsonb not null default '[]',
  is_offline boolean not null default false,
  state text not null check (state in ('bound', 'unbound', 'recycled')),
  bound_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz check ((ended_at is null) = (state = 'bound')),
  primary key (developer_id, guid),
  foreign key (developer_id, license_guid) references license
);
create unique index bound_machine_unique on bound_machine (developer_id, license_guid, fingerprint);
create index bound_machine_newest on bound_machine (developer_id, license_guid, bound_at desc, guid desc);

-- How much of a quota is used: an administrator's, an integrator's, or of the developer's trial (`holder` is then the
-- nil guid).
create table quota_use (
  developer_id bigint not null references developer,
  holder uuid not null,
  form text not null check (form in ('cloud', 'soft', 'trial')),
  used int not null check (used >= 0),
  primary key (developer_id, holder, form)
);

do $$
declare t text;
begin
  foreach t in array array['license_terms', 'license_issue', 'license_event', 'bound_machine', 'quota_use'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
  end loop;
end $$;
grant select, insert on license_terms, license_event to sealwright_app;
grant select, insert, update on license, bound_machine, quota_use to sealwright_app;
grant select, insert on license_issue to sealwright_app;
grant update (order_guid) on license_issue to sealwright_app;
revoke execute on function expire_licenses(bigint, timestamptz, int), license_follows_user() from public;
