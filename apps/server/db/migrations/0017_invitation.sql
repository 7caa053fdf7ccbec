-- A typed address is an invitation, not a membership. The membership begins when the owner of the address accepts. Any
-- number of developers can invite one address, and no row here says anything about another developer.
create table invitation (
  developer_id bigint not null references developer,
  guid uuid not null,
  -- An e-mail address or a mobile number.
  address text not null check (char_length(address) <= 254 and address = lower(address)),
  user_name text check (char_length(user_name) between 1 and 64),
  -- The terms of the membership, as in `membership`.
  integrator_guid uuid,
  privileges text[] not null default '{}',
  limited text[] not null default '{}' check (limited <@ array['product', 'user', 'customer']),
  cloud_quota int check (cloud_quota >= 0),
  soft_quota int check (soft_quota >= 0),
  valid_until timestamptz,
  remark text check (char_length(remark) <= 200),
  sent_at timestamptz not null,
  expires_at timestamptz not null, -- also over once the membership would be: least(expires_at, valid_until)
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (developer_id, guid),
  constraint invitation_address_unique unique (developer_id, address),
  foreign key (developer_id, integrator_guid) references integrator
);
create index invitation_address on invitation (address);
create index invitation_of_integrator on invitation (developer_id, integrator_guid);
create index invitation_created_by on invitation (created_by);
create index invitation_updated_by on invitation (updated_by);

create table invitation_role (
  developer_id bigint not null,
  invitation_guid uuid not null,
  role_guid uuid not null,
  primary key (developer_id, invitation_guid, role_guid),
  foreign key (developer_id, invitation_guid) references invitation on delete cascade,
  constraint invitation_role_in_use foreign key (developer_id, role_guid) references role
);
create index invitation_role_of_role on invitation_role (developer_id, role_guid);

-- An administrator whose account was never activated did not agree to anything: the membership becomes an invitation.
-- It keeps the id, so assignments and the operation log still fit. One that was disabled has to be sent again.
insert into invitation (developer_id, guid, address, user_name, integrator_guid, privileges, limited, cloud_quota,
    soft_quota, valid_until, remark, sent_at, expires_at, revision, created_by, updated_by, created_at, updated_at)
  select m.developer_id, m.account_id, lower(coalesce(a.email, a.mobile)), a.user_name, m.integrator_guid, m.privileges,
    case when m.integrator_guid is null then m.limited else '{}' end, m.cloud_quota, m.soft_quota, m.valid_until,
    m.remark, m.created_at,
    case when m.is_enabled then now() + interval '7 days' else now() end,
    m.revision, coalesce(m.created_by, s.account_id), coalesce(m.updated_by, s.account_id), m.created_at, m.updated_at
  from membership m
    join account a on a.id = m.account_id
    join membership s on s.developer_id = m.developer_id and s.is_super
  where not m.is_super and a.activated_at is null;
insert into invitation_role (developer_id, invitation_guid, role_guid)
  select r.developer_id, r.account_id, r.role_guid
  from membership_role r join invitation i on i.developer_id = r.developer_id and i.guid = r.account_id;
delete from session s using invitation i where s.account_id = i.guid;
delete from membership m using invitation i where m.developer_id = i.developer_id and m.account_id = i.guid;

-- `developer_id`: the developer whose invitation the message is.
alter table verification
  drop constraint verification_purpose_check,
  add constraint verification_purpose_check
    check (purpose in ('register', 'resetPassword', 'activate', 'invitation', 'bind', 'superAdministrator')),
  add column developer_id bigint references developer;
create index verification_of_developer on verification (developer_id, sent_at) where developer_id is not null;
-- A link that was sent to a new administrator leads to the invitation. A user waits for the same link: theirs stays.
update verification v set purpose = 'invitation', developer_id = i.developer_id
  from invitation i
  where v.purpose = 'activate' and v.target = i.address and v.used_at is null
    and not exists (select from end_user u where u.account_id = i.guid);

-- Everybody on a developer's lists of people: its members, and invited people until they accept. `invited_until` is
-- null for members.
create view staff with (security_invoker = true) as
  select
    m.developer_id, m.account_id as user_id, a.user_name, a.email, a.mobile, m.integrator_guid, m.is_super,
    m.is_enabled, m.privileges, m.limited, m.cloud_quota, m.soft_quota, m.valid_until, m.remark, m.revision,
    m.updated_by, m.created_at, m.updated_at, null::timestamptz as invited_until
  from membership m join account a on a.id = m.account_id
  union all
  select
    developer_id, guid, user_name, case when address like '%@%' then address end,
    case when address not like '%@%' then address end, integrator_guid, false,
    true, privileges, limited, cloud_quota, soft_quota, valid_until, remark, revision,
    updated_by, created_at, updated_at, least(expires_at, valid_until)
  from invitation;
create view staff_role with (security_invoker = true) as
  select developer_id, account_id as user_id, role_guid from membership_role
  union all
  select developer_id, invitation_guid, role_guid from invitation_role;

-- The open invitations to some addresses, of all developers. The server calls it once the reader has proven that the
-- addresses are theirs.
create function open_invitations(addresses text[], at timestamptz) returns table (
  developer_id bigint, guid uuid, address text, developer_name text, inviter text, integrator_name text,
  sent_at timestamptz, expires_at timestamptz
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select i.developer_id, i.guid, i.address, coalesce(d.display_name, d.name),
      -- People choose their names, but have proven their addresses.
      concat_ws(' ', a.user_name, case when a.user_name is null then coalesce(a.email, a.mobile)
        else '(' || coalesce(a.email, a.mobile) || ')' end), g.name, i.sent_at, least(i.expires_at, i.valid_until)
    from invitation i
      join developer d on d.id = i.developer_id
      join account a on a.id = i.created_by
      left join integrator g on g.developer_id = i.developer_id and g.guid = i.integrator_guid
    where i.address = any (addresses) and least(i.expires_at, i.valid_until) > at
    order by i.sent_at desc, i.guid
  $$;

-- What is assigned to an invitation becomes assigned to the account that accepts it. Users are locked in the order of
-- their guids, as everywhere.
create function move_assignee(invited uuid, member uuid) returns void
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
  end
  $$;

alter table invitation enable row level security;
create policy tenant on invitation using (developer_id = current_developer());
alter table invitation_role enable row level security;
create policy tenant on invitation_role using (developer_id = current_developer());
grant select, insert, update, delete on invitation, invitation_role to sealwright_app;
grant select on staff, staff_role to sealwright_app;
revoke execute on function open_invitations(text[], timestamptz), move_assignee(uuid, uuid) from public;
grant execute on function open_invitations(text[], timestamptz), move_assignee(uuid, uuid) to sealwright_app;
