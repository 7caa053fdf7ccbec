-- Tolerated changes of device parts. A license tolerates a limited number in a month and in a year; after that, a
-- device with a changed part is another device. Rows are insert-only: they also say which parts a device has given up.
alter table developer_profile
  add column part_changes_per_month int not null default 1 check (part_changes_per_month between 0 and 100),
  add column part_changes_per_year int not null default 2 check (part_changes_per_year between 0 and 1000);
drop trigger runtime_profile_changed on developer_profile;
create trigger runtime_profile_changed
  after update of api_password, machine_parts, part_changes_per_month, part_changes_per_year on developer_profile
  for each row execute function runtime_developer_changed('developer_id');

create table part_change (
  developer_id bigint not null references developer,
  guid uuid not null,
  license_guid uuid not null,
  machine_guid uuid not null,
  part text not null,
  before text not null, -- digests
  after text not null,
  is_counted boolean not null, -- more than half of the parts have changed: counted as another device
  at timestamptz not null,
  primary key (developer_id, guid),
  foreign key (developer_id, license_guid) references license,
  foreign key (developer_id, machine_guid) references bound_machine
);
create index part_change_of_license on part_change (developer_id, license_guid, at desc);
create index part_change_of_machine on part_change (developer_id, machine_guid, at);
alter table part_change enable row level security;
create policy tenant on part_change using (developer_id = current_developer());
create policy scope on part_change as restrictive for select using (
  (select sees_all('product'))
  or exists (select from license l where l.developer_id = part_change.developer_id
    and l.guid = part_change.license_guid)
);
grant select, insert on part_change to sealwright_app;

-- The part changes of a license, for judging another one. Evaluated after `runtime_facts` in the same statement: it is
-- volatile, so under the license's lock it sees every committed change. `machines` are the devices that the call may
-- mean.
create function part_changes(of bigint, licensed uuid, machines jsonb, month_from timestamptz, year_from timestamptz)
  returns jsonb
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    if licensed is null or machines is null then return null; end if;
    return jsonb_build_object(
      'perMonth', (select p.part_changes_per_month from developer_profile p where p.developer_id = of),
      'perYear', (select p.part_changes_per_year from developer_profile p where p.developer_id = of),
      'inMonth', (select count(*) from part_change c where c.developer_id = of and c.license_guid = licensed
        and c.at > month_from),
      'inYear', (select count(*) from part_change c where c.developer_id = of and c.license_guid = licensed
        and c.at > year_from),
      'latest', (
        select coalesce(jsonb_agg(jsonb_build_object('part', c.part, 'at', c.at) order by c.at desc), '[]')
        from (select * from part_change x where x.developer_id = of and x.license_guid = licensed and x.at > year_from
          order by x.at desc limit 5) c
      ),
      'ofMachines', (
        select coalesce(jsonb_agg(jsonb_build_object('machineGuid', c.machine_guid, 'part', c.part, 'before', c.before,
          'isCounted', c.is_counted) order by c.at, c.guid), '[]')
        from part_change c
        where c.developer_id = of and c.machine_guid in (select (m ->> 'guid')::uuid
          from jsonb_array_elements(machines) m)
      )
    );
  end
  $$;
revoke execute on function part_changes(bigint, uuid, jsonb, timestamptz, timestamptz) from public;
grant execute on function part_changes(bigint, uuid, jsonb, timestamptz, timestamptz) to sealwright_app;
