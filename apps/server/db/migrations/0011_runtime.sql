-- Programs that run: whom they sign in, which machines and seats they hold, what they were leased and by which key,
-- what they took and wrote, and why they were refused. What a process may keep in memory is told to all of them by
-- `runtime_change`, which each reads on.

alter table developer_profile add column machine_parts text[] not null default '{systemId,board,cpu,disk,network}';

-- One root key a developer, whose public half programs are built with; it signs the keys that sign leases.
create table signing_key (
  developer_id bigint not null references developer,
  kid text not null check (char_length(kid) between 8 and 64),
  kind text not null check (kind in ('root', 'lease')),
  public_key text not null, -- base64url, 32 bytes
  private_key bytea not null, -- sealed
  certificate text check ((certificate is not null) = (kind = 'lease')), -- signed by the root key
  created_at timestamptz not null,
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  good_until timestamptz not null check (good_until >= signs_until),
  retired_at timestamptz,
  retired_by uuid references account,
  reason text check (char_length(reason) <= 200),
  primary key (developer_id, kid)
);
create unique index signing_key_root on signing_key (developer_id) where kind = 'root';
create index signing_key_retired_by on signing_key (retired_by);

-- What stands for an end user who signed in; only its digest is kept.
create table user_token (
  developer_id bigint not null references developer,
  digest bytea not null,
  user_guid uuid not null,
  network text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (developer_id, digest),
  foreign key (developer_id, user_guid) references end_user
);
create index user_token_of_user on user_token (developer_id, user_guid);
create index user_token_expiry on user_token (expires_at);

-- A machine is known by its parts as well, of which one may change (`drifts` counts how often).
alter table bound_machine add column parts text[] not null default '{}', add column drifts int not null default 0;
create index bound_machine_by_print on bound_machine (developer_id, fingerprint);
create index bound_machine_drifting on bound_machine (developer_id, seen_at desc) where drifts > 2;

-- The last lease of each machine: who depends on a key, and what a program may name instead of its code.
create table lease (
  developer_id bigint not null references developer,
  machine_guid uuid not null,
  license_guid uuid not null,
  guid uuid not null,
  kid text not null,
  revision int not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (developer_id, machine_guid),
  foreign key (developer_id, machine_guid) references bound_machine,
  foreign key (developer_id, license_guid) references license,
  foreign key (developer_id, kid) references signing_key
);
create unique index lease_guid_unique on lease (developer_id, guid);
create index lease_of_key on lease (developer_id, kid, expires_at);
create index lease_of_license on lease (developer_id, license_guid);

-- Codes that were replaced after a leak: they are known, and good for nothing.
create table former_code (
  developer_id bigint not null references developer,
  serial text not null,
  license_guid uuid not null,
  replaced_at timestamptz not null,
  primary key (developer_id, serial),
  foreign key (developer_id, license_guid) references license
);
create index former_code_of_license on former_code (developer_id, license_guid);

-- A seat is held until its time without a beat is over: nothing has to run for it to be free.
create table seat (
  developer_id bigint not null references developer,
  guid uuid not null,
  license_guid uuid not null,
  -- what a seat is: a process, a session of the system, a machine
  holder text not null check (char_length(holder) between 1 and 300),
  machine_guid uuid,
  user_guid uuid,
  token bytea, -- the digest of the sign-in that took it; with that it ends
  account text,
  fingerprint text not null,
  parts text[] not null default '{}',
  machine_name text not null,
  process_name text,
  pid bigint,
  os_session text,
  network text,
  timeout_seconds int not null check (timeout_seconds between 60 and 43200),
  started_at timestamptz not null,
  beat_at timestamptz not null,
  until timestamptz not null,
  lease_guid uuid, -- the last lease of it
  lease_kid text,
  lease_revision int,
  leased_at timestamptz,
  ended_at timestamptz,
  end_kind text check (end_kind in ('closed', 'lost', 'kickedOut', 'released', 'ended')
    and (end_kind is null) = (ended_at is null)),
  reason text check (char_length(reason) <= 200),
  released_by uuid references account,
  primary key (developer_id, guid),
  foreign key (developer_id, license_guid) references license
);
create unique index seat_holder_once on seat (developer_id, license_guid, holder) where ended_at is null;
create index seat_taken on seat (developer_id, license_guid, until) where ended_at is null;
create index seat_board on seat (developer_id, started_at desc, guid desc) where ended_at is null;
create index seat_board_ended on seat (developer_id, started_at desc, guid desc) where ended_at is not null;
create index seat_of_license on seat (developer_id, license_guid, started_at desc);
create index seat_of_user on seat (developer_id, user_guid) where ended_at is null and user_guid is not null;
create index seat_of_token on seat (developer_id, token) where ended_at is null and token is not null;
create index seat_over on seat (until) where ended_at is null;
create index seat_old on seat (ended_at) where ended_at is not null;
create index seat_released_by on seat (released_by);

-- Uses that were taken. The same request takes once.
alter table license add column uses_taken bigint not null default 0 check (uses_taken >= 0);
create table use_taken (
  developer_id bigint not null references developer,
  license_guid uuid not null,
  request_id text not null,
  amount bigint not null check (amount > 0),
  uses_left bigint not null check (uses_left >= 0),
  taken_at timestamptz not null,
  primary key (developer_id, license_guid, request_id),
  foreign key (developer_id, license_guid) references license
);
create index use_taken_at on use_taken (taken_at);

-- What programs wrote into the read-write area of a product; until then it is what the terms say.
create table license_data (
  developer_id bigint not null references developer,
  license_guid uuid not null,
  license_id bigint not null,
  content bytea not null check (octet_length(content) <= 65535),
  revision int not null,
  written_at timestamptz not null,
  primary key (developer_id, license_guid, license_id),
  foreign key (developer_id, license_guid) references license
);

-- Sign-ins, activations and refusals, with the rules that were asked. What is refused alike again within the hour is
-- counted.
create table runtime_event (
  developer_id bigint not null references developer,
  guid uuid not null,
  at timestamptz not null,
  act text not null check (act in ('login', 'activate', 'validate', 'deactivate', 'session', 'heartbeat', 'consume',
    'data')),
  reason text, -- null: it was done
  params jsonb not null default '{}',
  trace jsonb,
  license_guid uuid,
  user_guid uuid,
  serial text,
  account text,
  machine_name text,
  fingerprint text,
  network text,
  times int not null default 1,
  primary key (developer_id, guid),
  foreign key (developer_id, license_guid) references license
);
create index runtime_event_newest on runtime_event (developer_id, at desc, guid desc);
create index runtime_event_refused on runtime_event (developer_id, at desc, guid desc) where reason is not null;
create index runtime_event_of_license on runtime_event (developer_id, license_guid, at desc, guid desc)
  where license_guid is not null;
create index runtime_event_by_reason on runtime_event (developer_id, reason, at desc, guid desc)
  where reason is not null;
create index runtime_event_by_act on runtime_event (developer_id, act, at desc, guid desc);
create index runtime_event_by_serial on runtime_event (developer_id, serial, at desc) where serial is not null;
create index runtime_event_by_account on runtime_event (developer_id, lower(account), at desc)
  where account is not null;
create index runtime_event_by_print on runtime_event (developer_id, fingerprint, at desc) where fingerprint is not null;
create index runtime_event_by_network on runtime_event (developer_id, network, at desc) where network is not null;
create index runtime_event_by_machine on runtime_event (developer_id, machine_name, at desc)
  where machine_name is not null;
create index runtime_event_old on runtime_event (at);

do $$
declare t text;
begin
  foreach t in array array['signing_key', 'user_token', 'lease', 'former_code', 'seat', 'use_taken', 'license_data',
    'runtime_event'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
  end loop;
end $$;
-- Whoever sees a part of the licenses sees what is of those, and nothing that is of none: unknown codes, sign-ins.
do $$
declare t text;
begin
  foreach t in array array['lease', 'seat', 'runtime_event'] loop
    execute
      format('create policy scope on %1$I as restrictive for select using ((select sees_all(''product'')) or exists '
             '(select from license l where l.developer_id = %1$I.developer_id and l.guid = %1$I.license_guid))',
      t);
  end loop;
end $$;
grant select, insert, update on signing_key, lease, seat, license_data, runtime_event to sealwright_app;
grant select, insert, delete on user_token to sealwright_app;
grant select, insert on former_code, use_taken to sealwright_app;

alter table license_event drop constraint license_event_kind_check;
alter table license_event add constraint license_event_kind_check
  check (kind in ('refresh', 'lock', 'unlock', 'delete', 'restore', 'replace', 'bind', 'unbind', 'recycle', 'approve',
  'reject', 'deliver', 'assign', 'password', 'rekey'));

-- What processes must not remember any longer: a license, a user, or with no subject all of a developer. Rows are read
-- on by which transactions were not visible at the last look, since neither ids nor times are in the order of commits.
create table runtime_change (
  xid xid8 not null default pg_current_xact_id(),
  developer_id bigint, -- null: everybody
  subject uuid,
  at timestamptz not null default clock_timestamp()
);
create index runtime_change_xid on runtime_change (xid);
create index runtime_change_at on runtime_change (at);

-- Only what a process can know: of what was never used, nothing.
create function runtime_license_changed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into runtime_change (developer_id, subject)
      select n.developer_id, n.guid from news n join olds o on o.developer_id = n.developer_id and o.guid = n.guid
      where o.first_used_at is not null and (n.state, n.terms_guid, n.expires_at, n.partly_until, n.revision, n.serial,
        n.password_box) is distinct from (o.state, o.terms_guid, o.expires_at, o.partly_until, o.revision, o.serial,
        o.password_box);
    return null;
  end
  $$;
create trigger runtime_license_changed after update on license referencing old table as olds new table as news
  for each statement execute function runtime_license_changed();
create function runtime_machine_changed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into runtime_change (developer_id, subject)
      select distinct n.developer_id, n.license_guid from news n join olds o on o.developer_id = n.developer_id
        and o.guid = n.guid
      where (n.state, n.fingerprint, n.parts) is distinct from (o.state, o.fingerprint, o.parts);
    return null;
  end
  $$;
create trigger runtime_machine_changed after update on bound_machine referencing old table as olds new table as news
  for each statement execute function runtime_machine_changed();
-- Whoever is deleted, renamed or has another password is not signed in anywhere any more.
create function runtime_user_changed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    with gone as (
      select n.developer_id, n.guid from news n join olds o on o.developer_id = n.developer_id and o.guid = n.guid
      where (n.password_hash, n.deleted_at, n.account) is distinct from (o.password_hash, o.deleted_at, o.account)
    ), ended as (
      delete from user_token t using gone g where t.developer_id = g.developer_id and t.user_guid = g.guid
        returning t.developer_id, t.user_guid
    )
    insert into runtime_change (developer_id, subject) select distinct developer_id, user_guid from ended;
    return null;
  end
  $$;
create trigger runtime_user_changed after update on end_user referencing old table as olds new table as news
  for each statement execute function runtime_user_changed();
create function runtime_account_changed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    with ended as (
      delete from user_token t using end_user u where u.account_id = new.id and t.developer_id = u.developer_id
        and t.user_guid = u.guid returning t.developer_id, t.user_guid
    )
    insert into runtime_change (developer_id, subject) select distinct developer_id, user_guid from ended;
    return null;
  end
  $$;
create trigger runtime_account_changed after update of password_hash on account for each row when (old.password_hash
  is distinct from new.password_hash) execute function runtime_account_changed();
create function runtime_token_ended() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into runtime_change (developer_id, subject) select distinct developer_id, user_guid from olds;
    return null;
  end
  $$;
create trigger runtime_token_ended after delete on user_token referencing old table as olds for each statement
  execute function runtime_token_ended();
-- What is a developer's: its password, what counts, its keys, its status, what it owes.
create function runtime_developer_changed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into runtime_change (developer_id) values (case when tg_argv[0] = 'id'
      then (to_jsonb(coalesce(new, old)) ->> 'id')::bigint when tg_argv[0] = 'all' then null
      else (to_jsonb(coalesce(new, old)) ->> 'developer_id')::bigint end);
    return null;
  end
  $$;
create trigger runtime_developer_changed after update of status, service_until on developer for each row
  execute function runtime_developer_changed('id');
create trigger runtime_profile_changed after update of api_password, machine_parts on developer_profile for each row
  execute function runtime_developer_changed('developer_id');
create trigger runtime_profile_made after insert on developer_profile for each row
  execute function runtime_developer_changed('developer_id');
create trigger runtime_key_changed after insert or update on signing_key for each row
  execute function runtime_developer_changed('developer_id');
create trigger runtime_terms_changed after update on billing_terms for each row
  execute function runtime_developer_changed('developer_id');
create trigger runtime_bill_made after insert on bill for each row when (new.due_at is not null)
  execute function runtime_developer_changed('developer_id');
create trigger runtime_bill_settled after update of status on bill for each row when (old.due_at is not null
  and old.status is distinct from new.status) execute function runtime_developer_changed('developer_id');
create trigger runtime_setting_changed after insert or update or delete on platform_setting for each row
  execute function runtime_developer_changed('all');

-- Everything that is to be known to judge whether a license may be used: of the developer, of the license that is
-- meant, of the machine. One look, one statement, also for whoever holds the license while something is written
-- (`is_held`). What is not there is null.
create function runtime_facts(of bigint, code text, token bytea, product bigint, leased uuid, licensed uuid, print text,
  print_parts text[], seat_holder text, at timestamptz, is_held boolean)
  returns table (developer jsonb, api_password bytea, person jsonb, license jsonb, terms jsonb, issue jsonb,
    machines jsonb, lease jsonb, seats jsonb, is_former boolean)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    t user_token;
    u end_user;
    l license;
    found_guid uuid := licensed;
  begin
    is_former := false;
    select jsonb_build_object('status', d.status, 'timeZone', d.time_zone, 'serviceUntil', service_ends(d.id), 'parts',
      p.machine_parts,
        'owedSince', (select min(b.due_at) from bill b where b.developer_id = d.id and b.status = 'pending'
          and b.due_at is not null),
        'graceDays', coalesce(bt.limits ->> 'graceDays', (select s.value::jsonb ->> 'graceDays' from platform_setting s
          where s.key = 'billing.limits'))), p.api_password
      into developer, api_password
      from developer d left join developer_profile p on p.developer_id = d.id left
        join billing_terms bt on bt.developer_id = d.id where d.id = of;
    if not found then return; end if;
    if token is not null then
      select * into t from user_token x where x.developer_id = of and x.digest = token and x.expires_at > at;
      if found then
        select * into u from end_user x where x.developer_id = of and x.guid = t.user_guid and x.deleted_at is null;
        person := jsonb_build_object('guid', u.guid, 'account', u.account, 'userName', u.user_name, 'until',
          t.expires_at);
        select x.guid into found_guid from license x where x.developer_id = of and x.user_guid = t.user_guid
          and x.license_id = product and x.family = 'account'
          order by x.ended_at is not null, x.state in (15, 16), x.issued_at desc limit 1;
      end if;
    elsif code is not null then
      select x.guid into found_guid from license x where x.developer_id = of and x.serial = code
        and x.family <> 'account';
      if not found then
        select x.license_guid, true into found_guid, is_former from former_code x where x.developer_id = of
          and x.serial = code;
        is_former := coalesce(is_former, false);
      end if;
    elsif leased is not null then
      select x.license_guid into found_guid from lease x where x.developer_id = of and x.guid = leased;
    end if;
    if found_guid is not null then
      if is_held then
        select * into l from license x where x.developer_id = of and x.guid = found_guid for update;
      else
        select * into l from license x where x.developer_id = of and x.guid = found_guid;
      end if;
    end if;
    if l.guid is not null then
      license := jsonb_build_object('guid', l.guid, 'family', l.family, 'serial', l.serial, 'state', l.state,
        'expiresAt', l.expires_at, 'partlyUntil', l.partly_until, 'firstUsedAt', l.first_used_at, 'approvedAt',
        l.approved_at, 'issuedAt', l.issued_at,
        'source', l.source, 'bound', l.bound, 'everBound', l.ever_bound, 'isPaid', l.is_paid, 'charged', l.charged,
          'usesTaken', l.uses_taken, 'revision', l.revision, 'termsGuid', l.terms_guid, 'issueGuid', l.issue_guid,
          'licenseId', l.license_id, 'licenseIds', l.license_ids,
        'passwordBox', l.password_box, 'userGuid', l.user_guid, 'account', l.account);
      select jsonb_build_object('guid', x.guid, 'terms', x.terms, 'productEnds', x.product_ends) into terms
        from license_terms x where x.developer_id = of and x.guid = l.terms_guid;
      if is_held then select jsonb_build_object('rates', x.rates, 'issuedAt', x.issued_at) into issue
        from license_issue x where x.developer_id = of and x.guid = l.issue_guid; end if;
      select jsonb_agg(jsonb_build_object('guid', m.guid, 'fingerprint', m.fingerprint, 'parts', m.parts, 'name',
        m.name, 'state', m.state, 'drifts', m.drifts)) into machines
        from bound_machine m where m.developer_id = of and m.license_guid = l.guid and m.fingerprint = print;
      if machines is null and cardinality(print_parts) > 0 then
        select jsonb_agg(jsonb_build_object('guid', m.guid, 'fingerprint', m.fingerprint, 'parts', m.parts, 'name',
          m.name, 'state', m.state, 'drifts', m.drifts)) into machines
          from (select * from bound_machine x where x.developer_id = of and x.license_guid = l.guid
            and x.parts && print_parts
            -- Those that are built alike share some; the one that is meant shares most.
            order by (select count(*) from unnest(x.parts) one
              where one = any (print_parts)) desc, x.state = 'bound' desc, x.bound_at desc limit 20) m;
      end if;
      select jsonb_build_object('guid', x.guid, 'machineGuid', x.machine_guid, 'kid', x.kid, 'revision', x.revision,
        'issuedAt', x.issued_at, 'expiresAt', x.expires_at, 'isRevoked', k.retired_at is not null) into lease
        from lease x join bound_machine m on m.developer_id = of and m.guid = x.machine_guid
          join signing_key k on k.developer_id = of and k.kid = x.kid where x.developer_id = of
          and m.license_guid = l.guid and m.fingerprint = print;
      if seat_holder is not null then
        select jsonb_build_object('taken', count(*), 'mine', max(s.guid::text) filter (where s.holder = seat_holder))
          into seats from seat s where s.developer_id = of and s.license_guid = l.guid and s.ended_at is null
          and s.until > at;
      end if;
    end if;
    return next;
  end
  $$;

-- A machine takes a license: its row, the license's and the story's, in one call. Whoever calls holds the license and
-- has judged.
create function bind_machine(of bigint, licensed uuid, at timestamptz, machine jsonb, changes jsonb, event uuid,
  order_guid uuid, amount bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into bound_machine (developer_id, guid, license_guid, fingerprint, parts, name, os, network, addresses,
      is_offline, state, bound_at, seen_at)
      values (of, (machine ->> 'guid')::uuid, licensed, machine ->> 'fingerprint',
        array(select jsonb_array_elements_text(machine -> 'parts')), machine ->> 'name', machine ->> 'os',
        machine ->> 'network', machine -> 'addresses', (machine ->> 'isOffline')::boolean, 'bound', at, at)
      on conflict (developer_id, guid) do update set fingerprint = excluded.fingerprint, parts = case
        when excluded.parts = '{}' then bound_machine.parts
        else excluded.parts end, name = excluded.name, os = excluded.os, network = excluded.network,
        addresses = excluded.addresses, is_offline = excluded.is_offline,
        drifts = bound_machine.drifts + case when bound_machine.fingerprint <> excluded.fingerprint then 1 else 0 end,
        bound_at = case when bound_machine.state = 'bound' then bound_machine.bound_at
          else at end, state = 'bound', seen_at = at, ended_at = null;
    if changes is not null then
      update license set state = (changes ->> 'state')::int, first_used_at = (changes ->> 'firstUsedAt')::timestamptz,
        expires_at = (changes ->> 'expiresAt')::timestamptz, partly_until = (changes ->> 'partlyUntil')::timestamptz,
        expiry = (changes ->> 'expiry')::int,
        bound = (changes ->> 'bound')::int, ever_bound = (changes ->> 'everBound')::int,
          is_paid = (changes ->> 'isPaid')::boolean, charged = changes -> 'charged', updated_at = at
        where developer_id = of and guid = licensed;
      insert into license_event (developer_id, guid, license_guid, kind, at, actor_name, about, order_guid, amount_fen)
        values (of, event, licensed, 'bind', at, machine ->> 'name', machine ->> 'name', order_guid, amount);
    end if;
  end
  $$;

-- The last lease of a machine, and what is told of how it came to it; one that is only renewed is told of by nobody.
create function keep_lease(of bigint, leased jsonb, told jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into lease (developer_id, machine_guid, license_guid, guid, kid, revision, issued_at, expires_at)
      values (of, (leased ->> 'machineGuid')::uuid, (leased ->> 'licenseGuid')::uuid, (leased ->> 'guid')::uuid,
        leased ->> 'kid', (leased ->> 'revision')::int, (leased ->> 'issuedAt')::timestamptz,
        (leased ->> 'expiresAt')::timestamptz)
      on conflict (developer_id, machine_guid) do update
        set license_guid = excluded.license_guid, guid = excluded.guid, kid = excluded.kid,
        revision = excluded.revision, issued_at = excluded.issued_at, expires_at = excluded.expires_at;
    if told is not null then
      insert into runtime_event (developer_id, guid, at, act, license_guid, user_guid, serial, account, machine_name,
        fingerprint, network)
        values (of, (told ->> 'guid')::uuid, (told ->> 'at')::timestamptz, told ->> 'act',
          (told ->> 'licenseGuid')::uuid, (told ->> 'userGuid')::uuid, told ->> 'serial', told ->> 'account',
          told ->> 'machineName', told ->> 'fingerprint', told ->> 'network');
    end if;
  end
  $$;

-- Keeps a seat for another timeout, if it is there to be kept; and tells what became of it, if not.
create function beat_seat(of bigint, asked uuid, at timestamptz)
  returns table (is_kept boolean, license_guid uuid, machine_guid uuid, fingerprint text, parts text[],
    machine_name text, until timestamptz, timeout_seconds int, end_kind text, reason text, is_token_over boolean,
    lease_guid uuid, lease_kid text, lease_revision int, leased_at timestamptz)
  language sql security definer set search_path = public, pg_temp
  as $$
    with beaten as (
      update seat s set beat_at = at, until = at + make_interval(secs => s.timeout_seconds)
        where s.developer_id = of and s.guid = asked and s.ended_at is null and s.until > at
          and (s.token is null or exists (select from user_token t where t.developer_id = of and t.digest = s.token
            and t.expires_at > at))
        returning s.*
    ), found as (
      select true as is_kept, b.* from beaten b union all select false, s.* from seat s where s.developer_id = of
        and s.guid = asked and not exists (select from beaten)
    )
    select f.is_kept, f.license_guid, f.machine_guid, f.fingerprint, f.parts, f.machine_name, f.until,
      f.timeout_seconds, f.end_kind, f.reason,
        f.token is not null and not exists (select from user_token t where t.developer_id = of and t.digest = f.token
          and t.expires_at > at), f.lease_guid, f.lease_kid, f.lease_revision, f.leased_at
      from found f
  $$;

-- Whom a name signs in: an end user with this account, in any case, or whose own account has this address. `is_held`:
-- with a password that nobody changes meanwhile.
create function user_to_sign_in(of bigint, name text, here text, at timestamptz, is_held boolean)
  returns table (guid uuid, account text, user_name text, password_hash text, is_active boolean, is_known_here boolean)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    u end_user;
    a account;
  begin
    select * into u from end_user x where x.developer_id = of and lower(x.account) = lower(name)
      and x.deleted_at is null;
    if not found then
      select x.* into u from end_user x join account y on y.id = x.account_id where x.developer_id = of
        and x.deleted_at is null and (y.email = lower(name) or y.mobile = name) order by x.created_at limit 1;
    end if;
    if u.guid is null then return; end if;
    if is_held then
      select * into u from end_user x where x.developer_id = of and x.guid = u.guid and x.deleted_at is null for share;
      select * into a from account y where y.id = u.account_id for share;
    else
      select * into a from account y where y.id = u.account_id;
    end if;
    if u.guid is null then return; end if;
    return query select u.guid, u.account, u.user_name, coalesce(u.password_hash, a.password_hash),
      u.activated_at is not null and (u.account_id is null or a.activated_at is not null),
      exists (select from user_token t where t.developer_id = of and t.user_guid = u.guid and t.network = here
        and t.expires_at > at);
  end
  $$;

revoke execute on function beat_seat(bigint, uuid, timestamptz), user_to_sign_in(bigint, text, text, timestamptz,
  boolean) from public;
grant execute on function beat_seat(bigint, uuid, timestamptz), user_to_sign_in(bigint, text, text, timestamptz,
  boolean) to sealwright_app;
revoke execute on function bind_machine(bigint, uuid, timestamptz, jsonb, jsonb, uuid, uuid, bigint), keep_lease(bigint,
  jsonb, jsonb) from public;
grant execute on function bind_machine(bigint, uuid, timestamptz, jsonb, jsonb, uuid, uuid, bigint), keep_lease(bigint,
  jsonb, jsonb) to sealwright_app;
revoke execute on function runtime_facts(bigint, text, bytea, bigint, uuid, uuid, text, text[], text, timestamptz,
  boolean), runtime_license_changed(), runtime_machine_changed(), runtime_user_changed(), runtime_account_changed(),
  runtime_token_ended(), runtime_developer_changed() from public;
grant execute on function runtime_facts(bigint, text, bytea, bigint, uuid, uuid, text, text[], text, timestamptz,
  boolean) to sealwright_app;
