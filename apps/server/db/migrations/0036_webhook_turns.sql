-- As in 0034, and developers take turns: the next free post goes to the developer with the fewest in flight. Before,
-- one with many slow endpoints and a long queue could keep all posts of a process busy. `flying_of` and `flying` are
-- the developers and endpoints of the posts that are in flight in this process.
drop function claim_webhooks(timestamptz, timestamptz, int, int, uuid[]);
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
revoke execute on function claim_webhooks(timestamptz, timestamptz, int, int, int, bigint[], uuid[]) from public;
