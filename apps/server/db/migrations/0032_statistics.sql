-- Figures per day of the developer's time zone. Triggers append deltas in the transaction that changes the rows, and a
-- job folds them (as counters do), so writers never wait for each other. Readers add both.
create function day_in(zone text, at timestamptz) returns date
  language sql immutable parallel safe
  return (at at time zone zone)::date;

-- A dimension that a measure does not have is null. Figures about the present, such as the systems of devices, have the
-- day -infinity.
create table figure_day (
  developer_id bigint not null references developer,
  id bigint generated always as identity,
  day date not null,
  measure text not null,
  carrier text,
  product bigint,
  beside bigint[], -- further products of the license, for the row scope
  template_guid uuid,
  channel text,
  admin uuid,
  integrator uuid,
  label text, -- a reason, a category, a campaign, a system or a version
  value bigint not null,
  primary key (developer_id, id),
  constraint figure_day_unique unique nulls not distinct
    (developer_id, measure, day, product, carrier, beside, template_guid, channel, admin, integrator, label)
);
create table figure_delta (
  developer_id bigint not null references developer,
  id bigint generated always as identity,
  day date not null,
  measure text not null,
  carrier text,
  product bigint,
  beside bigint[],
  template_guid uuid,
  channel text,
  admin uuid,
  integrator uuid,
  label text,
  value bigint not null,
  primary key (developer_id, id)
);
create index figure_delta_measure on figure_delta (developer_id, measure, day);
-- The same figures with fewer dimensions, for callers who see all rows: a year of a million licenses has some hundred
-- thousand rows above, and some thousand here. Seats are only above.
create table figure_sum (
  developer_id bigint not null references developer,
  id bigint generated always as identity,
  day date not null,
  measure text not null,
  carrier text,
  product bigint,
  label text,
  value bigint not null,
  primary key (developer_id, id),
  constraint figure_sum_unique unique nulls not distinct (developer_id, measure, day, product, carrier, label)
);

-- A limited caller sees the figures of licenses that are in the row scope, as the policies of licenses, campaigns and
-- dongle licenses say. New users are counted for callers who see all users.
do $$
declare t text;
begin
  foreach t in array array['figure_day', 'figure_delta'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
    execute format($p$create policy scope on %I as restrictive for select using (
      (select sees_all('product') and sees_all('user') and sees_all('userLock'))
      or case measure
        when 'userCreated' then (select sees_all('user'))
        when 'spending' then true
        else ((select sees_all('product')) or admin = (select acting_account())
            or integrator = any ((select acting_assignees())::uuid[])
            or product = any ((select seen_products())::bigint[]) and coalesce(beside, '{}') <@ (select seen_products())
              and ((select sees_all('template')) or carrier = 'dongle'))
          and (carrier is distinct from 'dongle' or (select sees_all('userLock')) or admin = (select acting_account())
            or integrator = any ((select acting_assignees())::uuid[]))
      end)$p$, t);
  end loop;
end $$;
alter table figure_sum enable row level security;
create policy tenant on figure_sum using (developer_id = current_developer());
create policy whole on figure_sum as restrictive for select using (
  (select sees_all('product') and sees_all('user') and sees_all('userLock')));
grant select on figure_day, figure_delta, figure_sum to sealwright_app;

create function fold_figures() returns bigint
  language sql volatile set search_path = public, pg_temp
  as $$
    with moved as (delete from figure_delta returning *),
      sums as (
        select developer_id, day, measure, carrier, product, beside, template_guid, channel, admin, integrator, label,
          sum(value)::bigint as value
        from moved group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(value) <> 0
      ), folded as (
        insert into figure_day as f (developer_id, day, measure, carrier, product, beside, template_guid, channel,
          admin, integrator, label, value)
        select * from sums
        on conflict on constraint figure_day_unique do update set value = f.value + excluded.value
        returning 1
      ), summed as (
        insert into figure_sum as f (developer_id, day, measure, carrier, product, label, value)
        select developer_id, day, measure, carrier, product, label, sum(value) from sums group by 1, 2, 3, 4, 5, 6
        on conflict on constraint figure_sum_unique do update set value = f.value + excluded.value
      )
    select count(*) from folded
  $$;
revoke execute on function fold_figures() from public;

-- Makes the triggers that count the rows of a table, and counts the rows that are there. `r` is a row, `d` its
-- developer, `joined` further joins. `figures` is a set of (day, measure, label, value) to which the row contributes,
-- `dimensions` its carrier, product, beside, template, channel, administrator and integrator. What a change takes away
-- is appended negatively, and nothing if it changes no figure. `acts` leaves out acts that change no figure: rows that
-- are purged stay counted.
create procedure create_figures(name text, figures text, dimensions text, joined text default '',
  acts text[] default '{insert,update,delete}')
  language plpgsql
  as $$
  declare
    statement text := format($s$
      insert into %%s (developer_id, day, measure, label, value, carrier, product, beside, template_guid, channel,
        admin, integrator)
      select * from (
        select r.developer_id, f.day, f.measure, f.label, sum(r.sign * f.value)::bigint as value, %2$s
        from (%%s) r join developer d on d.id = r.developer_id %3$s
          cross join lateral (%1$s) as f (day, measure, label, value)
        group by 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12
      ) summed where value <> 0;
      $s$, figures, dimensions, joined);
    added text := 'select 1 as sign, * from added';
    removed text := 'select -1 as sign, * from removed';
    act text;
  begin
    foreach act in array acts loop
      execute format($f$
        create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp
          set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
          as $b$
          begin
            %2$s
            return null;
          end
          $b$
        $f$, name || '_figure_' || act, format(statement, 'figure_delta',
          case act when 'insert' then added when 'delete' then removed else added || ' union all ' || removed end));
      execute format('revoke execute on function %I() from public', name || '_figure_' || act);
      execute format('create trigger %1$I after %2$s on %3$I referencing %4$s for each statement '
        || 'execute function %1$I()', name || '_figure_' || act, act, name, case act
          when 'insert' then 'new table as added' when 'delete' then 'old table as removed'
          else 'old table as removed new table as added' end);
    end loop;
    execute format(statement, 'figure_day', format('select 1 as sign, * from %I', name));
  end
  $$;
revoke execute on procedure create_figures(text, text, text, text, text[]) from public;

-- The dimensions of a license `l`.
create function products_beside(license_ids bigint[]) returns bigint[]
  language sql immutable parallel safe
  return case when cardinality(license_ids) > 1 then license_ids[2:] end;

call create_figures('license', $f$
  select day_in(d.time_zone, r.issued_at), 'licenseIssued', null, 1
  union all select day_in(d.time_zone, r.expires_at), 'licenseExpired', null, 1 where r.expiry = 2
  union all select day_in(d.time_zone, r.ended_at), 'licenseDeleted', null, 1 where r.state in (8, 9)$f$,
  $d$r.family, r.license_id, products_beside(r.license_ids), r.template_guid, r.source, r.issued_by,
    r.assigned_to[1]$d$);
call create_figures('dongle_license', $f$
  select day_in(d.time_zone, r.issued_at), 'licenseIssued', null, 1
  union all select day_in(d.time_zone, r.expires_at), 'licenseExpired', null, 1 where r.is_expired
  union all select day_in(d.time_zone, r.ended_at), 'licenseDeleted', null, 1 where r.ended_at is not null$f$,
  $d$'dongle', r.license_id, null::bigint[], r.template_guid, null, r.issued_by, r.integrator_guid$d$);
-- An event belongs to the integrator that has the license at that time.
call create_figures('license_event', $f$
  select day_in(d.time_zone, r.at), case r.kind when 'refresh' then 'licenseUpdated' else 'deviceActivated' end, null, 1
  where r.kind in ('refresh', 'bind')$f$,
  $d$l.family, l.license_id, products_beside(l.license_ids), l.template_guid, l.source, l.issued_by,
    l.assigned_to[1]$d$,
  joined => $j$join license l on r.kind in ('refresh', 'bind') and l.developer_id = r.developer_id
    and l.guid = r.license_guid$j$,
  acts => '{insert}');
call create_figures('dongle_package', $f$
  select day_in(d.time_zone, r.made_at), 'licenseUpdated', null, 1$f$,
  $d$'dongle', l.license_id, null::bigint[], l.template_guid, null, r.actor_id, l.integrator_guid$d$,
  joined => $j$join dongle_issue i on i.developer_id = r.developer_id and i.guid = r.issue_guid and i.kind = 'refresh'
    join dongle_license l on l.developer_id = r.developer_id and l.dongle_guid = r.dongle_guid
      and l.license_id = any (r.license_ids) and l.ended_at is null$j$,
  acts => '{insert}');
call create_figures('end_user', $f$select day_in(d.time_zone, r.created_at), 'userCreated', null, 1$f$,
  'null, null::bigint, null::bigint[], null::uuid, null, null::uuid, null::uuid',
  acts => '{insert}');
-- The log is purged, and its figures stay.
call create_figures('runtime_event', $f$
  select day_in(d.time_zone, r.at), 'refusal', r.reason, r.times where r.reason is not null$f$,
  $d$l.family, l.license_id, products_beside(l.license_ids), l.template_guid, l.source, l.issued_by,
    l.assigned_to[1]$d$,
  joined => $j$left join license l on r.reason is not null and l.developer_id = r.developer_id
    and l.guid = r.license_guid$j$,
  acts => '{insert,update}');
call create_figures('billing_order', $f$
  select day_in(d.time_zone, r.created_at), 'spending', r.category, r.charged_fen
  where r.status = 'charged' and not r.is_reversed and r.charged_fen > 0$f$,
  'null, null::bigint, null::bigint[], null::uuid, null, null::uuid, null::uuid',
  acts => '{insert,update}');
call create_figures('campaign_participant', $f$
  select day_in(d.time_zone, r.joined_at), 'campaignJoined', r.campaign_guid::text, 1$f$,
  'null, c.license_ids[1], products_beside(c.license_ids), null::uuid, null, c.created_by, null::uuid',
  joined => 'join campaign c on c.developer_id = r.developer_id and c.guid = r.campaign_guid',
  acts => '{insert}');

-- The version of the program on a device, as the last of its calls said.
alter table bound_machine add column program_version int check (program_version >= 0);

-- Devices that were active on a day, and the systems and versions of bound devices. A device is active on each day on
-- which it was bound or seen; only the latest is in its row, so an active day is never taken back.
create function bound_machine_figure_insert() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$
  begin
    insert into figure_delta (developer_id, day, measure, label, value, carrier, product, beside, template_guid,
      channel, admin, integrator)
      select r.developer_id, f.day, f.measure, f.label, count(*), l.family, l.license_id,
        products_beside(l.license_ids), l.template_guid, l.source, l.issued_by, l.assigned_to[1]
      from added r join developer d on d.id = r.developer_id
        join license l on l.developer_id = r.developer_id and l.guid = r.license_guid
        cross join lateral (
          select day_in(d.time_zone, r.seen_at), 'deviceActive', null
          union all select '-infinity', 'deviceSystem', r.os where r.state = 'bound'
          union all select '-infinity', 'deviceVersion', r.program_version::text where r.state = 'bound'
        ) as f (day, measure, label)
      group by 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12;
    return null;
  end
  $$;
create function bound_machine_figure_update() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  as $$
  begin
    insert into figure_delta (developer_id, day, measure, label, value, carrier, product, beside, template_guid,
      channel, admin, integrator)
      with changed as (
        select a.developer_id, a.license_guid, day_in(d.time_zone, a.seen_at) as day, 'deviceActive' as measure,
          null as label, 1 as value
        from added a join removed b on b.developer_id = a.developer_id and b.guid = a.guid
          join developer d on d.id = a.developer_id
        where a.seen_at > b.seen_at and day_in(d.time_zone, a.seen_at) > day_in(d.time_zone, b.seen_at)
        union all
        select r.developer_id, r.license_guid, '-infinity', f.measure, f.label, sum(r.sign)
        from (select 1 as sign, * from added union all select -1, * from removed) r
          cross join lateral (values ('deviceSystem', r.os), ('deviceVersion', r.program_version::text))
            as f (measure, label)
        where r.state = 'bound'
        group by 1, 2, 4, 5 having sum(r.sign) <> 0
      )
      select r.developer_id, r.day, r.measure, r.label, sum(r.value), l.family, l.license_id,
        products_beside(l.license_ids), l.template_guid, l.source, l.issued_by, l.assigned_to[1]
      from changed r join license l on l.developer_id = r.developer_id and l.guid = r.license_guid
      group by 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12 having sum(r.value) <> 0;
    return null;
  end
  $$;
create trigger bound_machine_figure_insert after insert on bound_machine
  referencing new table as added for each statement execute function bound_machine_figure_insert();
create trigger bound_machine_figure_update after update on bound_machine
  referencing old table as removed new table as added for each statement execute function bound_machine_figure_update();
insert into figure_day (developer_id, day, measure, label, value, carrier, product, beside, template_guid, channel,
  admin, integrator)
  select r.developer_id, f.day, f.measure, f.label, count(*), l.family, l.license_id, products_beside(l.license_ids),
    l.template_guid, l.source, l.issued_by, l.assigned_to[1]
  from bound_machine r join developer d on d.id = r.developer_id
    join license l on l.developer_id = r.developer_id and l.guid = r.license_guid
    cross join lateral (
      select day_in(d.time_zone, r.seen_at), 'deviceActive', null
      union select day_in(d.time_zone, r.bound_at), 'deviceActive', null
      union all select '-infinity', 'deviceSystem', r.os where r.state = 'bound'
      union all select '-infinity', 'deviceVersion', null where r.state = 'bound'
    ) as f (day, measure, label)
  group by 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12;

-- The seats of the licenses in force now, and the devices of licenses that change hands.
create function seats_of(terms jsonb) returns bigint
  language sql immutable parallel safe
  return case when (terms ->> 'licenseForm')::int = 1 then 1
    when (terms ->> 'licenseKeyType')::int = 2 then coalesce((terms ->> 'groupUsers')::bigint, 1) end;
create procedure create_present(act text, source text, moved text)
  language plpgsql
  as $$
  begin
    execute format($f$
      create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp
        set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
        as $b$
        begin
          insert into figure_delta (developer_id, day, measure, value, product)
            select r.developer_id, '-infinity'::date, 'seats', sum(r.n * seats_of(t.terms)), r.license_id
            from (select developer_id, terms_guid, license_id, sum(sign) as n from (%2$s) all_rows
                where state in (1, 4) and expiry < 2 group by 1, 2, 3 having sum(sign) <> 0) r
              join license_terms t on t.developer_id = r.developer_id and t.guid = r.terms_guid
            where seats_of(t.terms) is not null
            group by 1, 5 having sum(r.n * seats_of(t.terms)) <> 0;
          %3$s
          return null;
        end
        $b$
      $f$, 'license_present_' || act, source, moved);
    execute format('revoke execute on function %I() from public', 'license_present_' || act);
    execute format('create trigger %1$I after %2$s on license referencing %3$s for each statement '
      || 'execute function %1$I()', 'license_present_' || act, act, case act when 'insert' then 'new table as added'
        when 'delete' then 'old table as removed' else 'old table as removed new table as added' end);
  end
  $$;
call create_present('insert', 'select 1 as sign, * from added', '');
call create_present('delete', 'select -1 as sign, * from removed', '');
call create_present('update', 'select 1 as sign, * from added union all select -1, * from removed', $m$
  if exists (select from added a join removed b on b.developer_id = a.developer_id and b.guid = a.guid
    where a.bound > 0 and a.assigned_to is distinct from b.assigned_to) then
    insert into figure_delta (developer_id, day, measure, label, value, carrier, product, beside, template_guid,
      channel, admin, integrator)
      select r.developer_id, '-infinity'::date, f.measure, f.label, sum(r.sign), r.family, r.license_id,
        products_beside(r.license_ids), r.template_guid, r.source, r.issued_by, r.assigned_to[1]
      from (select 1 as sign, * from added union all select -1, * from removed) r
        join bound_machine m on m.developer_id = r.developer_id and m.license_guid = r.guid and m.state = 'bound'
        cross join lateral (values ('deviceSystem', m.os), ('deviceVersion', m.program_version::text))
          as f (measure, label)
      group by 1, 3, 4, 6, 7, 8, 9, 10, 11, 12 having sum(r.sign) <> 0;
  end if;$m$);
drop procedure create_present(text, text, text);
revoke execute on function bound_machine_figure_insert(), bound_machine_figure_update() from public;
insert into figure_day (developer_id, day, measure, value, product)
  select l.developer_id, '-infinity'::date, 'seats', sum(seats_of(t.terms)), l.license_id
  from license l join license_terms t on t.developer_id = l.developer_id and t.guid = l.terms_guid
  where l.state in (1, 4) and l.expiry < 2 and seats_of(t.terms) is not null
  group by 1, 5;

insert into figure_sum (developer_id, day, measure, carrier, product, label, value)
  select developer_id, day, measure, carrier, product, label, sum(value) from figure_day group by 1, 2, 3, 4, 5, 6;

-- Seats of a day: the peak, the average in thousandths, and the seats sold, by product; and the peak of all products
-- together, which is not the sum of their peaks. Counts the days since the latest counted one again, so each day is
-- counted once more after its end. Seats are purged after 30 days.
create function count_seats(at timestamptz) returns void
  language plpgsql set search_path = public, pg_temp
  as $$
  begin
    perform pg_advisory_xact_lock(hashtextextended('count_seats', 0));
    create temp table seat_day on commit drop as
      select x.developer_id, g.day::date as day,
        g.day::date::timestamp at time zone x.time_zone as starts_at,
        least((g.day::date + 1)::timestamp at time zone x.time_zone, at) as ends_at,
        g.day::date = day_in(x.time_zone, at) as is_today
      from (
        select d.id as developer_id, d.time_zone, coalesce(
          (select max(f.day) from figure_day f where f.developer_id = d.id and f.measure = 'seatPeak'),
          (select day_in(d.time_zone, min(s.started_at)) from seat s where s.developer_id = d.id),
          day_in(d.time_zone, at)) as first_day
        from developer d
        where exists (select from seat s where s.developer_id = d.id)
          or exists (select from figure_day f where f.developer_id = d.id and f.measure = 'seats' and f.value > 0)
      ) x
        cross join lateral generate_series(greatest(x.first_day, day_in(x.time_zone, at) - 31)::timestamp,
          day_in(x.time_zone, at)::timestamp, interval '1 day') as g (day);
    delete from figure_day f using seat_day n
      where f.developer_id = n.developer_id and f.day = n.day
        and (f.measure in ('seatPeak', 'seatAverage') or f.measure = 'seatSold' and n.is_today);
    with held as (
      select n.developer_id, n.day, n.starts_at, n.ends_at, l.license_id,
        greatest(s.started_at, n.starts_at) as first_at, least(coalesce(s.ended_at, s.until), n.ends_at) as last_at
      from seat_day n join seat s on s.developer_id = n.developer_id and s.started_at < n.ends_at
          and coalesce(s.ended_at, s.until) > n.starts_at
        join license l on l.developer_id = s.developer_id and l.guid = s.license_guid
      where coalesce(s.ended_at, s.until) > s.started_at
    ), steps as (
      select developer_id, day, license_id, moment, step, starts_at, ends_at
      from held cross join lateral (values (first_at, 1), (last_at, -1)) as m (moment, step)
    ), levels as (
      select developer_id, day, license_id,
        -- A seat that ends when another begins is free for it.
        sum(step) over (partition by developer_id, day, license_id order by moment, step rows unbounded preceding) as n,
        sum(step) over (partition by developer_id, day order by moment, step rows unbounded preceding) as all_n
      from steps
    ), spans as (
      select developer_id, day, license_id, sum(extract(epoch from last_at - first_at))
          / extract(epoch from min(ends_at) - min(starts_at)) as average
      from held group by 1, 2, 3
    )
    insert into figure_day (developer_id, day, measure, product, value)
      select developer_id, day, 'seatPeak', license_id, max(n) from levels group by 1, 2, 4
      union all
      select n.developer_id, n.day, 'seatPeak', null, coalesce(max(l.all_n), 0) from seat_day n
        left join levels l on l.developer_id = n.developer_id and l.day = n.day group by 1, 2
      union all
      select developer_id, day, 'seatAverage', license_id, round(average * 1000) from spans;
    insert into figure_day (developer_id, day, measure, product, value)
      select n.developer_id, n.day, 'seatSold', s.product, s.value
      from seat_day n cross join lateral (
          select product, sum(value) as value from (
            select product, value from figure_day where developer_id = n.developer_id and measure = 'seats'
            union all select product, value from figure_delta where developer_id = n.developer_id and measure = 'seats'
          ) parts group by 1 having sum(value) > 0) s
      on conflict on constraint figure_day_unique do nothing;
    drop table seat_day;
  end
  $$;
revoke execute on function count_seats(timestamptz) from public;

-- As in 0031, with the version of the program.
create or replace function bind_machines(of bigint, bindings jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
  as $$
  begin
    insert into bound_machine as m (developer_id, guid, license_guid, fingerprint, parts, name, os, network, addresses,
      is_offline, state, bound_at, seen_at, machine_key, removals, program_version)
      select of, n.guid, b."licenseGuid", n.fingerprint, n.parts, n.name, n.os, n.network, n.addresses, n."isOffline",
        'bound', b.now, b.now, f."machineKey", coalesce(f.removals, 0), n.version
      from jsonb_to_recordset(bindings) as b ("licenseGuid" uuid, now timestamptz, machine jsonb),
        jsonb_to_record(b.machine) as n (guid uuid, fingerprint text, parts text[], name text, os text, network text,
          addresses jsonb, "isOffline" boolean, files jsonb, version int),
        jsonb_to_record(coalesce(n.files, '{}')) as f ("machineKey" text, removals int)
      on conflict (developer_id, guid) do update set fingerprint = excluded.fingerprint,
        parts = case when excluded.parts = '{}' then m.parts else excluded.parts end,
        name = excluded.name, os = excluded.os, network = excluded.network, addresses = excluded.addresses,
        is_offline = excluded.is_offline, program_version = coalesce(excluded.program_version, m.program_version),
        drifts = m.drifts + case when m.fingerprint <> excluded.fingerprint then 1 else 0 end,
        bound_at = case when m.state = 'bound' then m.bound_at else excluded.bound_at end, state = 'bound',
        seen_at = excluded.seen_at, ended_at = null,
        (machine_key, removals) = (
          select case when b.machine ? 'files' then excluded.machine_key else m.machine_key end,
            case when b.machine ? 'files' then excluded.removals else m.removals end
          from jsonb_to_recordset(bindings) as b ("licenseGuid" uuid, machine jsonb)
          where b."licenseGuid" = excluded.license_guid);
    update license l set state = c.state, first_used_at = c."firstUsedAt", expires_at = c."expiresAt",
      partly_until = c."partlyUntil", expiry = c.expiry, bound = c.bound, ever_bound = c."everBound",
      is_paid = c."isPaid", charged = c.charged, updated_at = b.now
      from jsonb_to_recordset(bindings) as b ("licenseGuid" uuid, now timestamptz, changes jsonb),
        jsonb_to_record(b.changes) as c (state int, "firstUsedAt" timestamptz, "expiresAt" timestamptz,
          "partlyUntil" timestamptz, expiry int, bound int, "everBound" int, "isPaid" boolean, charged jsonb)
      where b.changes is not null and l.developer_id = of and l.guid = b."licenseGuid";
    insert into license_event (developer_id, guid, license_guid, kind, at, actor_name, about, order_guid, amount_fen)
      select of, b."eventGuid", b."licenseGuid", 'bind', b.now, b.machine ->> 'name', b.machine ->> 'name',
        b."orderGuid", b."amountFen"
      from jsonb_to_recordset(bindings) as b ("licenseGuid" uuid, now timestamptz, machine jsonb, changes jsonb,
        "eventGuid" uuid, "orderGuid" uuid, "amountFen" bigint)
      where b.changes is not null;
  end
  $$;
