-- The columns of a caller are written once, as the row of a view that no role may read. The owner functions answer that
-- row.
drop function caller_of_session(text);
drop function caller_of_member(bigint, uuid);
drop function member(bigint, uuid);
create view member as
  select
    a.id as account_id, a.email, a.mobile, a.user_name, a.locale, a.time_format, a.page_size,
    a.time_zone as account_time_zone,
    d.id as developer_id, d.name as developer_name, d.display_name as developer_display_name,
      d.status as developer_status,
    service_ends(d.id) as service_until, d.time_zone,
    m.is_super,
    m.privileges || array(
      select unnest(r.privileges)
      from membership_role mr
        join role r on r.developer_id = mr.developer_id and r.guid = mr.role_guid
      where mr.developer_id = m.developer_id and mr.account_id = m.account_id
    ) as privileges,
    m.is_enabled, m.valid_until, m.limited,
    -- The people of an integrator share its quotas.
    case when i.guid is null then m.cloud_quota else i.cloud_quota end as cloud_quota,
    case when i.guid is null then m.soft_quota else i.soft_quota end as soft_quota,
    m.integrator_guid, i.is_enabled and i.deleted_at is null as integrator_enabled
  from membership m
    join account a on a.id = m.account_id
    join developer d on d.id = m.developer_id
    left join integrator i on i.developer_id = m.developer_id and i.guid = m.integrator_guid;
create view session_caller as
  select
    s.id as handle, s.secret_hash, s.state, s.created_at, s.last_seen_at, s.expires_at, s.fingerprint, s.owes,
    s.confirmed_at, s.owed_notice, s.device_id,
    viewer.id as viewer_id, coalesce(viewer.user_name, viewer.email, viewer.mobile) as viewer_name,
    m.*
  from session s
    -- Only the super administrator views as another administrator. Without that rank the session shows its own account.
    left join membership v on s.view_as is not null and v.developer_id = s.developer_id and v.account_id = s.account_id
      and v.is_super
    left join account viewer on viewer.id = v.account_id
    join member m on m.developer_id = s.developer_id and m.account_id = case when v.account_id is null then s.account_id
      else s.view_as end;
create function caller_of_session(handle text) returns setof session_caller
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from session_caller c where c.handle = caller_of_session.handle $$;
create function caller_of_member(developer bigint, account uuid) returns setof member
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from member m where m.developer_id = developer and m.account_id = account $$;
revoke execute on function caller_of_session(text), caller_of_member(bigint, uuid) from public;
grant execute on function caller_of_session(text), caller_of_member(bigint, uuid) to sealwright_app;
