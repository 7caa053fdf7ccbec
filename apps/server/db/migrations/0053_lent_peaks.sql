-- As in 0032, with lent seats: a lending takes a seat of its code from its creation until its end by the clock, and the
-- seats in use count it. One that was deleted was never a seat of anybody. Earlier days stay as they were counted.
create or replace function count_seats(at timestamptz) returns void
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
          (select day_in(d.time_zone, least(
            (select min(s.started_at) from seat s where s.developer_id = d.id),
            (select min(b.created_at) from lending b where b.developer_id = d.id and b.state <> 'deleted')))),
          day_in(d.time_zone, at)) as first_day
        from developer d
        where exists (select from seat s where s.developer_id = d.id)
          or exists (select from lending b where b.developer_id = d.id and b.state <> 'deleted')
          or exists (select from figure_day f where f.developer_id = d.id and f.measure = 'seats' and f.value > 0)
      ) x
        cross join lateral generate_series(greatest(x.first_day, day_in(x.time_zone, at) - 31)::timestamp,
          day_in(x.time_zone, at)::timestamp, interval '1 day') as g (day);
    delete from figure_day f using seat_day n
      where f.developer_id = n.developer_id and f.day = n.day
        and (f.measure in ('seatPeak', 'seatAverage') or f.measure = 'seatSold' and n.is_today);
    with taken as (
      select n.developer_id, n.day, s.license_guid, s.started_at as first_at, coalesce(s.ended_at, s.until) as last_at
      from seat_day n join seat s on s.developer_id = n.developer_id and s.started_at < n.ends_at
        and coalesce(s.ended_at, s.until) > n.starts_at
      union all
      select n.developer_id, n.day, b.license_guid, b.created_at, least(b.ended_at, b.due_at)
      from seat_day n join lending b on b.developer_id = n.developer_id and b.created_at < n.ends_at
        and coalesce(b.ended_at, b.due_at) > n.starts_at and b.due_at > n.starts_at and b.state <> 'deleted'
    ), held as (
      select n.developer_id, n.day, n.starts_at, n.ends_at, l.license_id,
        greatest(t.first_at, n.starts_at) as first_at, least(t.last_at, n.ends_at) as last_at
      from taken t join seat_day n on n.developer_id = t.developer_id and n.day = t.day
        join license l on l.developer_id = t.developer_id and l.guid = t.license_guid
      where t.last_at > t.first_at and n.ends_at > n.starts_at
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
