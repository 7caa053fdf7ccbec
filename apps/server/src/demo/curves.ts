// A year of curves for the statistics of the demo: devices that were active, refusals and seats, with weekdays, seasons
// and growth. Rows are inserted as far back as a center keeps them; before that there are only figures, as in a center
// that has purged them. The licenses, users and orders of the demo are real, and so are their figures.
import { LIMITS } from '@sealwright/contract'
import type pg from 'pg'

const DAYS = 330
const { logDays, endedSeatDays } = LIMITS.runtime

/**
 * The days of the demo before today, with the instant at which each begins and its share of a busy day: weekends are
 * quiet, autumn is busier than spring, and the vendor grows.
 */
const PAST = `
  select g.day::date as day, g.day at time zone d.time_zone as starts_at, ago,
    (case when extract(isodow from g.day) > 5 then 0.35 else 1 end)
      * (1 + 0.2 * sin(2 * pi() * (extract(doy from g.day) - 180) / 365)) * (1 - 0.5 * ago / ${DAYS})
      * (0.85 + abs(hashint4(ago)) % 30 / 100.0) as share
  from developer d cross join generate_series(1, ${DAYS}) as ago
    cross join lateral (select (day_in(d.time_zone, $2) - ago)::timestamp as day) g
  where d.id = $1`

/** The programs of the devices have versions. */
const VERSIONS = `
  update bound_machine set program_version = (array[3, 3, 3, 3, 2, 2, 1])[1 + abs(hashtext(guid::text)) % 7]
  where developer_id = $1 and program_version is null`

/** Most devices have been in contact today, within the last three hours. */
const SEEN_TODAY = `
  update bound_machine m set seen_at = greatest(m.seen_at, day_in(d.time_zone, $2)::timestamp at time zone d.time_zone,
    $2::timestamptz - abs(hashtext(m.guid::text)) % 180 * interval '1 minute')
  from developer d
  where d.id = $1 and m.developer_id = $1 and m.state = 'bound' and abs(hashtext(m.guid::text)) % 10 < 8`

/** A row of a device keeps only its last contact. */
const ACTIVE_DEVICES = `
  insert into figure_delta (developer_id, day, measure, value, carrier, product, beside, template_guid, channel, admin,
    integrator)
  select * from (
    select $1::bigint, p.day, 'deviceActive', round(count(*) * least(0.95, p.share))::bigint as value, l.family,
      l.license_id, products_beside(l.license_ids), l.template_guid, l.source, l.issued_by, l.assigned_to[1]
    from (${PAST}) p
      join bound_machine m on m.developer_id = $1 and m.bound_at < p.starts_at
        and coalesce(m.ended_at, 'infinity') > p.starts_at
      join license l on l.developer_id = m.developer_id and l.guid = m.license_guid
    group by p.day, p.share, 5, 6, 7, 8, 9, 10, 11
  ) active where value > 0`

/** Refusals are like those that the programs of the demo met. */
const SEEDS = `
  select *, row_number() over (order by guid) as n, count(*) over () as total from runtime_event
  where developer_id = $1 and reason is not null and act in ('activate', 'validate', 'session', 'login')`
const REFUSALS = `
  insert into runtime_event (developer_id, guid, at, act, reason, params, trace, license_guid, user_guid, serial,
    account, machine_name, fingerprint, network, times)
  select s.developer_id, gen_random_uuid(), p.starts_at + interval '9 hours' + nth * interval '97 minutes', s.act,
    s.reason, s.params, s.trace, s.license_guid, s.user_guid, s.serial, s.account, s.machine_name, s.fingerprint,
    s.network, 1 + abs(hashint4(p.ago * 31 + nth)) % 4
  from (${PAST}) p cross join generate_series(1, 5) as nth
    join (${SEEDS}) s on s.n = 1 + abs(hashint4(p.ago * 17 + nth)) % s.total
  where p.ago < ${logDays - 1} and nth <= ceil(p.share * 4)`
const OLD_REFUSALS = `
  insert into figure_delta (developer_id, day, measure, label, value, carrier, product, beside, template_guid, channel,
    admin, integrator)
  select s.developer_id, p.day, 'refusal', s.reason, sum(1 + abs(hashint4(p.ago * 31 + nth)) % 4), l.family,
    l.license_id, products_beside(l.license_ids), l.template_guid, l.source, l.issued_by, l.assigned_to[1]
  from (${PAST}) p cross join generate_series(1, 5) as nth
    join (${SEEDS}) s on s.n = 1 + abs(hashint4(p.ago * 17 + nth)) % s.total
    left join license l on l.developer_id = s.developer_id and l.guid = s.license_guid
  where p.ago >= ${logDays - 1} and nth <= ceil(p.share * 4)
  group by 1, 2, 4, 6, 7, 8, 9, 10, 11, 12`

/** People open the program in the morning and close it before the evening. */
const SEATS = `
  insert into seat (developer_id, guid, license_guid, holder, fingerprint, machine_name, process_name, network,
    timeout_seconds, started_at, beat_at, until, ended_at, end_kind)
  select s.developer_id, gen_random_uuid(), s.license_guid, s.holder, s.fingerprint, s.machine_name, s.process_name,
    s.network, s.timeout_seconds, t.first_at, t.last_at, t.last_at, t.last_at, 'closed'
  from (${PAST}) p
    join (select *, row_number() over (order by guid) as n from seat where developer_id = $1) s
      on s.n <= ceil(p.share * 12)
    cross join lateral (select p.starts_at + interval '8 hours 20 minutes'
      + abs(hashint4(p.ago * 13 + s.n::int)) % 90 * interval '1 minute' as first_at) f
    cross join lateral (select f.first_at,
      f.first_at + (180 + abs(hashint4(p.ago * 7 + s.n::int)) % 400) * interval '1 minute' as last_at) t
  where p.ago <= ${endedSeatDays}`
const OLD_SEATS = `
  insert into figure_day (developer_id, day, measure, product, value)
  select $1, p.day, f.measure, f.product, f.value
  from (${PAST}) p
    cross join (select distinct l.license_id from license l
      where l.developer_id = $1 and exists (select from seat s where s.developer_id = $1 and s.license_guid = l.guid)) l
    cross join lateral (values
      ('seatPeak', l.license_id, ceil(p.share * 12)),
      ('seatPeak', null, ceil(p.share * 12)),
      ('seatAverage', l.license_id, round(p.share * 2900))) as f (measure, product, value)
  where p.ago >= ${endedSeatDays}
  on conflict on constraint figure_day_unique do nothing`

/** The licenses that are in force now or have expired since, from their issue to their end. */
const SOLD_SEATS = `
  with sold as materialized (
    select l.license_id, l.issued_at, l.expires_at, sum(seats_of(t.terms)) as seats
    from license l join license_terms t on t.developer_id = l.developer_id and t.guid = l.terms_guid
    where l.developer_id = $1 and l.state in (1, 4) and seats_of(t.terms) is not null
    group by 1, 2, 3)
  insert into figure_day (developer_id, day, measure, product, value)
  select $1, p.day, 'seatSold', s.license_id, sum(s.seats)
  from (${PAST}) p join sold s on s.issued_at < p.starts_at + interval '1 day'
    and s.expires_at > p.starts_at + interval '1 day'
  group by 2, 4`

export async function addCurves(owner: pg.Pool, { developerId, now }: { developerId: number; now: Date }) {
  await owner.query(VERSIONS, [developerId])
  // Refusals and seats are copied from what the programs of the demo did.
  for (const statement of [SEEN_TODAY, ACTIVE_DEVICES, OLD_REFUSALS, REFUSALS, SEATS, OLD_SEATS, SOLD_SEATS])
    await owner.query(statement, [developerId, now])
  await owner.query('select count_seats($1)', [now])
  await owner.query('select fold_figures()')
}
