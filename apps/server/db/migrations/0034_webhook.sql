-- Webhooks. An event is a row of the transaction that causes it, so none is lost and none is invented. It is written
-- only if an enabled endpoint wants it; without one, a change costs a look-up in `webhook_wanting`.
create table webhook (
  developer_id bigint not null references developer,
  guid uuid not null,
  url text not null check (char_length(url) between 1 and 500),
  description text check (char_length(description) between 1 and 100),
  events text[] not null check (cardinality(events) > 0),
  -- Encrypted under the secret key.
  secret bytea not null,
  -- Deliveries are also signed with it until then.
  former_secret bytea,
  former_until timestamptz,
  is_enabled boolean not null default true,
  failing_since timestamptz,
  -- When people were told that deliveries fail for good. They are told once per outage.
  told_at timestamptz,
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid),
  constraint webhook_former_check check ((former_secret is null) = (former_until is null))
);
create unique index webhook_url_unique on webhook (developer_id, url) where deleted_at is null;
create index webhook_by_creation on webhook (developer_id, created_at desc, guid desc) where deleted_at is null;
create index webhook_wanting on webhook (developer_id) where is_enabled and deleted_at is null;
create index webhook_created_by on webhook (created_by);
create index webhook_updated_by on webhook (updated_by);

-- Ids of one subject are in the order of its changes, because these wait for each other's row lock.
create table webhook_event (
  developer_id bigint not null,
  id bigint generated always as identity,
  guid uuid not null,
  kind text not null check (char_length(kind) <= 40),
  -- The license, user, order, task or lock. Null: no order.
  subject uuid,
  about text,
  at timestamptz not null,
  data jsonb not null,
  primary key (developer_id, id)
);
create index webhook_event_old on webhook_event (at);

-- An event for one endpoint. No foreign keys: a batch writes a hundred thousand.
create table webhook_delivery (
  developer_id bigint not null,
  guid uuid not null,
  webhook_guid uuid not null,
  event_id bigint not null,
  -- Of the event. Null if it was sent again: then it waits for nothing, and nothing waits for it.
  subject uuid,
  kind text not null,
  event_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts int not null default 0,
  -- The next attempt, or when a process must have ended this one.
  due_at timestamptz not null,
  claimed_until timestamptz,
  -- When a process saw it first. The hours of retries begin here.
  since timestamptz,
  last_at timestamptz,
  last_status int,
  last_problem text,
  last_ms int,
  primary key (developer_id, guid)
);
create index webhook_delivery_due on webhook_delivery (due_at) where state = 'waiting';
create index webhook_delivery_next on webhook_delivery (developer_id, webhook_guid, due_at, event_id)
  where state = 'waiting';
create index webhook_delivery_order on webhook_delivery (developer_id, webhook_guid, subject, event_id)
  where state = 'waiting';
create index webhook_delivery_of_event on webhook_delivery (developer_id, event_id);
create index webhook_delivery_newest on webhook_delivery (developer_id, webhook_guid, event_at desc, guid desc);
create index webhook_delivery_of_state on webhook_delivery
  (developer_id, webhook_guid, state, event_at desc, guid desc);
create index webhook_delivery_of_kind on webhook_delivery (developer_id, webhook_guid, kind, event_at desc, guid desc);

create table webhook_attempt (
  developer_id bigint not null,
  delivery_guid uuid not null,
  n int not null,
  webhook_guid uuid not null,
  at timestamptz not null,
  status int,
  problem text,
  ms int not null,
  headers jsonb not null,
  answer text,
  primary key (developer_id, delivery_guid, n)
);
create index webhook_attempt_newest on webhook_attempt (developer_id, webhook_guid, at desc);

do $$
declare t text;
begin
  foreach t in array array['webhook', 'webhook_event', 'webhook_delivery', 'webhook_attempt'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
  end loop;
end $$;
grant select, insert, update on webhook to sealwright_app;
grant select, insert on webhook_event to sealwright_app;
grant select, insert on webhook_delivery to sealwright_app;
grant update (state, due_at) on webhook_delivery to sealwright_app;
grant select on webhook_attempt to sealwright_app;

-- Deliveries of an endpoint by state. A claim changes no state and is not counted.
create function webhook_delivery_counted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    if tg_op = 'INSERT' then
      insert into counter_delta (developer_id, name, delta)
        select developer_id, 'webhook=' || webhook_guid || '.' || state, count(*) from added group by 1, 2;
    elsif tg_op = 'DELETE' then
      insert into counter_delta (developer_id, name, delta)
        select developer_id, 'webhook=' || webhook_guid || '.' || state, -count(*) from removed group by 1, 2;
    else
      insert into counter_delta (developer_id, name, delta)
        select developer_id, name, sum(n) from (
          select developer_id, 'webhook=' || webhook_guid || '.' || state as name, 1 as n from added
          union all
          select developer_id, 'webhook=' || webhook_guid || '.' || state, -1 from removed
        ) moved group by 1, 2 having sum(n) <> 0;
    end if;
    return null;
  end
  $$;
create trigger webhook_delivery_count_insert after insert on webhook_delivery
  referencing new table as added for each statement execute function webhook_delivery_counted();
create trigger webhook_delivery_count_update after update on webhook_delivery
  referencing old table as removed new table as added for each statement execute function webhook_delivery_counted();
create trigger webhook_delivery_count_delete after delete on webhook_delivery
  referencing old table as removed for each statement execute function webhook_delivery_counted();

-- An event goes to each enabled endpoint that wants it.
create function webhook_event_delivers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into webhook_delivery (developer_id, guid, webhook_guid, event_id, subject, kind, event_at, due_at)
      select e.developer_id, gen_random_uuid(), w.guid, e.id, e.subject, e.kind, e.at, e.at
      from added e join webhook w on w.developer_id = e.developer_id
      where w.is_enabled and w.deleted_at is null and w.events @> array[e.kind];
    return null;
  end
  $$;
create trigger webhook_event_delivers after insert on webhook_event
  referencing new table as added for each statement execute function webhook_event_delivers();

-- Events of a table, written by each statement that changes it. `told` selects (developer_id, place, kind, subject,
-- about, at, data) from the transition tables `added` and `removed`; `place` orders the events of a statement. Rows
-- are looked up one by one (`limit 1`, no sequential scan): a plan that was made for a small table must stay good.
create procedure create_webhook_events(name text, act text, kinds text[], told text)
  language plpgsql
  as $$
  begin
    execute format($f$
      create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp
        set enable_seqscan = off
        as $b$
        begin
          if exists (
            select from (select distinct developer_id from added) d join webhook w on w.developer_id = d.developer_id
            where w.is_enabled and w.deleted_at is null and w.events && %2$L::text[]
          ) then
            insert into webhook_event (developer_id, guid, kind, subject, about, at, data)
              select e.developer_id, gen_random_uuid(), e.kind, e.subject, e.about, e.at, e.data from (%3$s) e
              where exists (select from webhook w where w.developer_id = e.developer_id
                and w.is_enabled and w.deleted_at is null and w.events @> array[e.kind])
              order by e.at, e.place;
          end if;
          return null;
        end
        $b$
      $f$, name || '_told_' || act, kinds, told);
    execute format('revoke execute on function %I() from public', name || '_told_' || act);
    execute format('create trigger %1$I after %2$s on %3$I referencing %4$s new table as added
      for each statement execute function %1$I()', name || '_told_' || act, act, name,
      case when act = 'update' then 'old table as removed' else '' end);
  end
  $$;
revoke execute on procedure create_webhook_events(text, text, text[], text) from public;

-- ISO 8601, in UTC. What never ends is null.
create function webhook_time(at timestamptz) returns text
  language sql stable
  return case when at < never() then to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end;

-- What events tell of a license, a user and a lock: never a password.
create view webhook_license as
  select l.developer_id, l.guid,
    case when l.family = 'account' then l.serial else regexp_replace(l.serial, '(.{4})(?=.)', '\1-', 'g') end as about,
    jsonb_build_object('guid', l.guid, 'serial', l.serial, 'family', l.family,
      'status', case when l.state in (1, 4) and l.expiry = 2 then 6 when l.state in (1, 4) and l.expiry = 1 then 17
        else l.state end,
      'source', l.source, 'licenseId', l.license_id, 'licenseIds', l.license_ids, 'productName', p.name,
      'templateGuid', l.template_guid, 'templateName', t.name, 'userGuid', l.user_guid, 'account', l.account,
      'customerGuid', l.customer_guid, 'customerName', c.name, 'remark', l.remark, 'bound', l.bound,
      'taskGuid', i.task_guid, 'orderGuid', i.order_guid, 'issueTime', webhook_time(l.issued_at),
      'firstUseTime', webhook_time(l.first_used_at), 'expireTime', webhook_time(l.expires_at),
      'endedTime', webhook_time(l.ended_at), 'replacedBy', l.replaced_by, 'revision', l.revision) as data
  from license l
    join license_issue i on i.developer_id = l.developer_id and i.guid = l.issue_guid
    join template t on t.developer_id = l.developer_id and t.guid = l.template_guid
    join product p on p.developer_id = l.developer_id and p.license_id = l.license_id
    left join customer c on c.developer_id = l.developer_id and c.guid = l.customer_guid;

create view webhook_user as
  select u.developer_id, u.guid, u.account as about,
    jsonb_build_object('guid', u.guid, 'account', u.account, 'accountType', u.account_type, 'userName', u.user_name,
      'gender', u.gender, 'phone', u.phone, 'address', u.address, 'description', u.description,
      'customerGuid', u.customer_guid, 'customerName', c.name,
      'tags', array(select t.name from tag t where t.developer_id = u.developer_id and t.guid = any (u.tag_guids)
        order by t.name),
      'isActive', u.activated_at is not null, 'createTime', webhook_time(u.created_at)) as data
  from end_user u left join customer c on c.developer_id = u.developer_id and c.guid = u.customer_guid;

create view webhook_lock as
  select d.developer_id, d.guid, d.shell_number as about,
    jsonb_build_object('guid', d.guid, 'shellNumber', d.shell_number, 'serialNumber', d.serial_number,
      'status', d.status, 'customerGuid', d.customer_guid, 'activeUntil', webhook_time(d.active_until),
      'seenTime', webhook_time(d.seen_at)) as data
  from dongle d;

call create_webhook_events('license', 'insert', '{license.issued}', $t$
  select l.developer_id, l.guid as place, 'license.issued' as kind, l.guid as subject, l.about, a.issued_at as at,
    jsonb_build_object('license', l.data) as data
  from added a cross join lateral (
      select v.* from webhook_license v where v.developer_id = a.developer_id and v.guid = a.guid limit 1) l$t$);

-- An end that the clock brings has no row in the history.
call create_webhook_events('license', 'update', '{license.expired}', $t$
  select l.developer_id, l.guid as place, 'license.expired' as kind, l.guid as subject, l.about, a.expires_at as at,
    jsonb_build_object('license', l.data) as data
  from added a
    join removed r on r.developer_id = a.developer_id and r.guid = a.guid
    cross join lateral (
      select v.* from webhook_license v where v.developer_id = a.developer_id and v.guid = a.guid limit 1) l
  where a.expiry = 2 and r.expiry <> 2 and a.state in (1, 4, 5)$t$);

call create_webhook_events('license_event', 'insert',
  '{license.updated,license.locked,license.unlocked,license.replaced,license.deleted,license.approved,
    license.rejected,device.bound,device.unbound}', $t$
  select l.developer_id, a.guid as place, k.told as kind, l.guid as subject, l.about, a.at,
    jsonb_strip_nulls(jsonb_build_object('act', a.kind, 'actor', a.actor_name, 'reason', a.reason,
      'orderGuid', a.order_guid, 'amountFen', a.amount_fen,
      'device', case when k.told like 'device.%' then jsonb_build_object('name', a.about, 'guid', m.guid,
        'fingerprint', m.fingerprint) end))
      || jsonb_build_object('license', l.data) as data
  from added a
    join (values ('refresh', 'license.updated'), ('restore', 'license.updated'), ('resubmit', 'license.updated'),
      ('edit', 'license.updated'), ('rekey', 'license.updated'), ('lock', 'license.locked'),
      ('unlock', 'license.unlocked'), ('replace', 'license.replaced'), ('delete', 'license.deleted'),
      ('approve', 'license.approved'), ('reject', 'license.rejected'), ('bind', 'device.bound'),
      ('unbind', 'device.unbound'), ('recycle', 'device.unbound')) k (kind, told) on k.kind = a.kind
    cross join lateral (
      select v.* from webhook_license v where v.developer_id = a.developer_id and v.guid = a.license_guid limit 1) l
    left join lateral (select m.guid, m.fingerprint from bound_machine m
      where k.told like 'device.%' and m.developer_id = a.developer_id and m.license_guid = a.license_guid
        and m.name = a.about and a.at in (m.bound_at, m.ended_at)
      order by m.bound_at desc limit 1) m on true$t$);

call create_webhook_events('end_user', 'insert', '{user.created}', $t$
  select u.developer_id, u.guid as place, 'user.created' as kind, u.guid as subject, u.about, a.created_at as at,
    jsonb_build_object('user', u.data) as data
  from added a cross join lateral (
      select v.* from webhook_user v where v.developer_id = a.developer_id and v.guid = a.guid limit 1) u$t$);

-- Only what people see. A user whose deletion is taken back is created again.
call create_webhook_events('end_user', 'update', '{user.created,user.updated,user.deleted}', $t$
  select u.developer_id, u.guid as place,
    case when a.deleted_at is not null then 'user.deleted' when r.deleted_at is not null then 'user.created'
      else 'user.updated' end as kind,
    u.guid as subject, u.about, coalesce(a.deleted_at, greatest(a.updated_at, a.activated_at)) as at,
    jsonb_build_object('user', u.data) as data
  from added a
    join removed r on r.developer_id = a.developer_id and r.guid = a.guid
    cross join lateral (
      select v.* from webhook_user v where v.developer_id = a.developer_id and v.guid = a.guid limit 1) u
  where (a.deleted_at is null) <> (r.deleted_at is null)
    or (a.deleted_at is null and
      (a.account, a.account_type, a.user_name, a.gender, a.phone, a.address, a.description, a.customer_guid,
        a.tag_guids, a.activated_at is null)
      is distinct from (r.account, r.account_type, r.user_name, r.gender, r.phone, r.address, r.description,
        r.customer_guid, r.tag_guids, r.activated_at is null))$t$);

create view webhook_order as
  select o.developer_id, o.guid, o.order_id as about,
    greatest(o.created_at, b.settled_at,
      (select max(t.at) from ledger_transfer t where t.developer_id = o.developer_id and t.order_guid = o.guid)) as at,
    jsonb_build_object('guid', o.guid, 'orderId', o.order_id, 'category', o.category, 'subject', o.subject,
      'count', o.count, 'amountFen', o.amount_fen, 'chargedFen', o.charged_fen, 'units', o.units,
      'createTime', webhook_time(o.created_at)) as data
  from billing_order o left join bill b on b.developer_id = o.developer_id and b.order_guid = o.guid;
call create_webhook_events('billing_order', 'insert', '{order.charged}', $t$
  select o.developer_id, o.guid as place, 'order.charged' as kind, o.guid as subject, o.about, o.at,
    jsonb_build_object('order', o.data) as data
  from added a cross join lateral (
      select v.* from webhook_order v where v.developer_id = a.developer_id and v.guid = a.guid limit 1) o
  where a.status = 'charged'$t$);
call create_webhook_events('billing_order', 'update', '{order.charged}', $t$
  select o.developer_id, o.guid as place, 'order.charged' as kind, o.guid as subject, o.about, o.at,
    jsonb_build_object('order', o.data) as data
  from added a
    join removed r on r.developer_id = a.developer_id and r.guid = a.guid
    cross join lateral (
      select v.* from webhook_order v where v.developer_id = a.developer_id and v.guid = a.guid limit 1) o
  where a.status = 'charged' and r.status <> 'charged'$t$);

call create_webhook_events('task', 'update', '{task.finished}', $t$
  select a.developer_id, a.guid as place, 'task.finished' as kind, a.guid as subject, a.subject as about,
    a.finished_at as at,
    jsonb_build_object('task', jsonb_build_object('guid', a.guid, 'kind', a.kind, 'status', a.status,
      'subject', a.subject, 'total', a.total, 'success', a.success, 'fail', a.fail, 'skip', a.skip, 'error', a.error,
      'undoes', a.undoes, 'createTime', webhook_time(a.created_at), 'finishTime', webhook_time(a.finished_at)))
      as data
  from added a join removed r on r.developer_id = a.developer_id and r.guid = a.guid
  where a.finished_at is not null and r.finished_at is null and not a.is_draft$t$);

call create_webhook_events('dongle', 'update', '{dongle.changed}', $t$
  select d.developer_id, d.guid as place, 'dongle.changed' as kind, d.guid as subject, d.about, a.updated_at as at,
    jsonb_build_object('lock', d.data, 'statusBefore', r.status) as data
  from added a
    join removed r on r.developer_id = a.developer_id and r.guid = a.guid
    cross join lateral (
      select v.* from webhook_lock v where v.developer_id = a.developer_id and v.guid = a.guid limit 1) d
  where a.status <> r.status and a.kind = 'user'$t$);

call create_webhook_events('dongle_package', 'update', '{upgrade.reported}', $t$
  select d.developer_id, a.guid as place, 'upgrade.reported' as kind, d.guid as subject, d.about,
    coalesce(a.reported_at, a.made_at) as at,
    jsonb_build_object('upgrade', jsonb_build_object('guid', a.guid, 'number', a.number, 'status', a.status,
      'reason', a.reason, 'results', a.results, 'licenseIds', a.license_ids, 'taskGuid', a.task_guid,
      'makeTime', webhook_time(a.made_at), 'reportTime', webhook_time(a.reported_at)), 'lock', d.data) as data
  from added a
    join removed r on r.developer_id = a.developer_id and r.guid = a.guid
    cross join lateral (
      select v.* from webhook_lock v where v.developer_id = a.developer_id and v.guid = a.dongle_guid limit 1) d
  where a.status in (3, 4) and r.status not in (3, 4)$t$);

-- Takes due deliveries for a process until `until`, at most so many in all, of an endpoint and of a developer, counting
-- those in flight (`flying_of`: their developers, `flying`: their endpoints). Developers take turns, so that one with
-- slow endpoints and a long queue does not keep all posts of a process busy. Whatever waits for an earlier event of its
-- subject is put off until that one is due. Rows that another process takes at the same time are skipped.
create function claim_webhooks(at timestamptz, until timestamptz, most int, most_of_one int, most_of_developer int,
    flying_of bigint[], flying uuid[])
  returns table (developer_id bigint, guid uuid)
  language sql volatile set search_path = public, pg_temp
  as $$
    with seen as materialized (
      select d.*, f.n as flying from webhook w
        cross join lateral (select count(*) as n from unnest(flying) as x (guid) where x.guid = w.guid) f
        cross join lateral (
          select d.developer_id, d.guid, d.webhook_guid, d.subject, d.event_id, d.due_at from webhook_delivery d
          where d.developer_id = w.developer_id and d.webhook_guid = w.guid and d.state = 'waiting' and d.due_at <= at
          order by d.due_at, d.event_id limit 100 for update skip locked
        ) d
      where w.is_enabled and w.deleted_at is null and f.n < most_of_one
    ), placed as (
      select s.*, (
        select e.due_at from webhook_delivery e
        where e.developer_id = s.developer_id and e.webhook_guid = s.webhook_guid and e.subject = s.subject
          and e.state = 'waiting' and e.event_id < s.event_id
        order by e.event_id limit 1
      ) as after
      from seen s
    ), ranked as (
      select p.*, p.flying + row_number() over (partition by p.webhook_guid order by p.due_at, p.event_id) as n
      from placed p where p.after is null
    ), turns as (
      select r.*, row_number() over (partition by r.developer_id order by r.n, r.due_at, r.event_id)
        + (select count(*) from unnest(flying_of) as x (id) where x.id = r.developer_id) as turn
      from ranked r where r.n <= most_of_one
    ), taken as (
      select t.* from turns t where t.turn <= most_of_developer order by t.turn, t.due_at limit most
    ), claimed as (
      update webhook_delivery d set due_at = until, claimed_until = until, since = coalesce(d.since, at)
      from taken t where d.developer_id = t.developer_id and d.guid = t.guid
      returning d.developer_id, d.guid
    ), put_off as (
      update webhook_delivery d
      set due_at = greatest(p.after, at + interval '1 second'), since = coalesce(d.since, at)
      from placed p where p.after is not null and d.developer_id = p.developer_id and d.guid = p.guid
    )
    select c.developer_id, c.guid from claimed c
  $$;

-- Records an attempt with its outcome. `next`: when to try again, null if never. Tells what people must hear of:
-- deliveries began to fail for good, work again, or the endpoint is gone.
create function settle_webhook(of bigint, delivery uuid, claim timestamptz, tried jsonb, next timestamptz)
  returns table (told text, url text, webhook_guid uuid)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    d webhook_delivery;
    w webhook;
    at timestamptz := (tried ->> 'at')::timestamptz;
    is_done boolean := tried ->> 'problem' is null;
    is_gone boolean := coalesce((tried ->> 'status')::int = 410, false);
    state_after text;
  begin
    if of is distinct from current_developer() then return; end if;
    select x.webhook_guid into d.webhook_guid from webhook_delivery x where x.developer_id = of and x.guid = delivery;
    -- The endpoint first, as whoever disables or deletes it locks.
    select * into w from webhook x where x.developer_id = of and x.guid = d.webhook_guid for no key update;
    select * into d from webhook_delivery x where x.developer_id = of and x.guid = delivery for update;
    if not found then return; end if;
    state_after := case
      when is_done then 'delivered'
      when d.state <> 'waiting' or d.claimed_until is distinct from claim then d.state -- another process has it
      when not w.is_enabled or w.deleted_at is not null then 'dropped'
      when is_gone or next is null then 'failed'
      else 'waiting' end;
    insert into webhook_attempt (developer_id, delivery_guid, n, webhook_guid, at, status, problem, ms, headers, answer)
      values (of, delivery, d.attempts + 1, w.guid, at, (tried ->> 'status')::int, tried ->> 'problem',
        (tried ->> 'ms')::int, tried -> 'headers', tried ->> 'answer');
    update webhook_delivery x set state = state_after, attempts = d.attempts + 1, last_at = at,
        last_status = (tried ->> 'status')::int, last_problem = tried ->> 'problem', last_ms = (tried ->> 'ms')::int,
        due_at = case when d.claimed_until is not distinct from claim then coalesce(next, d.due_at) else d.due_at end,
        claimed_until = case when d.claimed_until is not distinct from claim then null else d.claimed_until end
      where x.developer_id = of and x.guid = delivery;
    if state_after <> 'waiting' and d.subject is not null then
      update webhook_delivery x set due_at = at where x.developer_id = of and x.guid = (
        select y.guid from webhook_delivery y
        where y.developer_id = of and y.webhook_guid = w.guid and y.subject = d.subject and y.state = 'waiting'
        order by y.event_id limit 1) and x.claimed_until is null and x.attempts = 0;
    end if;
    if is_done then
      if w.failing_since is not null then
        update webhook x set failing_since = null, told_at = null where x.developer_id = of and x.guid = w.guid;
        if w.told_at is not null then return query select 'working', w.url, w.guid; end if;
      end if;
    elsif is_gone and w.is_enabled and w.deleted_at is null then
      update webhook x set is_enabled = false, failing_since = coalesce(w.failing_since, at), revision = w.revision + 1
        where x.developer_id = of and x.guid = w.guid;
      update webhook_delivery x set state = 'dropped'
        where x.developer_id = of and x.webhook_guid = w.guid and x.state = 'waiting';
      return query select 'gone', w.url, w.guid;
    else
      update webhook x set failing_since = coalesce(w.failing_since, at),
          told_at = case when state_after = 'failed' then coalesce(w.told_at, at) else w.told_at end
        where x.developer_id = of and x.guid = w.guid
          and (w.failing_since is null or (state_after = 'failed' and w.told_at is null));
      if state_after = 'failed' and w.told_at is null then return query select 'failing', w.url, w.guid; end if;
    end if;
  end
  $$;
revoke execute on function webhook_delivery_counted(), webhook_event_delivers(),
  claim_webhooks(timestamptz, timestamptz, int, int, int, bigint[], uuid[]),
  settle_webhook(bigint, uuid, timestamptz, jsonb, timestamptz) from public;
grant execute on function settle_webhook(bigint, uuid, timestamptz, jsonb, timestamptz) to sealwright_app;
