-- The license id after the highest one that has a free successor. Deleted products count, and so do products that row
-- scope hides from the caller: their ids are taken too. It reads only the top of the unique index, unless the highest
-- ids are in use.
create function next_license_id(most bigint) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce((
      select p.license_id + 1 from product p
      where p.developer_id = current_developer() and p.license_id < most and not exists (
        select from product q where q.developer_id = p.developer_id and q.license_id = p.license_id + 1)
      order by p.license_id desc limit 1), 1)
  $$;
revoke execute on function next_license_id(bigint) from public;
grant execute on function next_license_id(bigint) to sealwright_app;
