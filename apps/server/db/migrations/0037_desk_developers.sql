-- Developers at the platform desk: suspension, notes of operators, the last sign-in.

-- A suspended developer changes nothing. Its bound devices run until `programs_until`.
alter table developer
  add column suspended_at timestamptz,
  add column suspended_reason text check (char_length(suspended_reason) between 1 and 500),
  add column programs_until timestamptz,
  add constraint developer_suspension check (
    (suspended_at is null) = (suspended_reason is null) and (suspended_at is null) = (programs_until is null));
-- Processes drop what they know of the developer.
create trigger runtime_developer_suspended after update of suspended_at, programs_until on developer
  for each row execute function runtime_developer_changed('id');

-- The suspension of a developer; null if there is none. Callers and uses of licenses are judged by it.
create function suspension_of(developer bigint) returns jsonb
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select jsonb_build_object('since', d.suspended_at, 'reason', d.suspended_reason, 'programsUntil', d.programs_until)
    from developer d where d.id = $1 and d.suspended_at is not null
  $$;
revoke execute on function suspension_of(bigint) from public;
grant execute on function suspension_of(bigint) to sealwright_app, sealwright_desk;

-- What operators note about a developer, for each other.
create table operator_note (
  guid uuid primary key,
  noted_id bigint not null references developer,
  operator_guid uuid not null,
  operator_name text not null,
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index operator_note_of on operator_note (noted_id, created_at desc);
select show_to_desk('operator_note');

-- The last sign-in of any administrator of a developer. Sign-ins themselves are kept for a while only.
create table developer_seen (
  seen_id bigint primary key references developer,
  at timestamptz not null
);
select show_to_desk('developer_seen');
insert into developer_seen (seen_id, at)
  select m.developer_id, max(s.at) from sign_in s join membership m on m.account_id = s.account_id
  where s.outcome = 'signedIn' and s.developer_id is null group by 1;
create function developer_seen() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into developer_seen (seen_id, at)
      select m.developer_id, new.at from membership m where m.account_id = new.account_id
      on conflict (seen_id) do update set at = excluded.at where developer_seen.at < excluded.at;
    return null;
  end
  $$;
revoke execute on function developer_seen() from public;
create trigger developer_seen after insert on sign_in
  for each row when (new.outcome = 'signedIn' and new.developer_id is null) execute function developer_seen();

grant execute on function service_ends(bigint) to sealwright_desk;
-- The queue of applications, the oldest first.
create index formal_application_waiting on formal_application (applied_at, guid) where state = 'pending';
