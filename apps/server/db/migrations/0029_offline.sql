-- Files of devices without a network, seats that are lent, and the public page of a code.

-- Devices seal their files to the exchange key. The root certifies it, like the signing keys.
alter table signing_key drop constraint signing_key_kind_check;
alter table signing_key add constraint signing_key_kind_check check (kind in ('root', 'lease', 'exchange'));
alter table signing_key drop constraint signing_key_check;
alter table signing_key add constraint signing_key_check check ((certificate is null) = (kind = 'root'));
create unique index signing_key_exchange on signing_key (developer_id) where kind = 'exchange';

-- The key that signs the files of a device, and how many removals of it the center has taken in.
alter table bound_machine add column machine_key text check (char_length(machine_key) = 43);
alter table bound_machine add column removals int not null default 0 check (removals >= 0);

-- What was exchanged. The same request is exchanged once; its answer is kept until it ends.
create table exchange (
  developer_id bigint not null references developer,
  guid uuid not null,
  license_guid uuid not null,
  machine_guid uuid not null,
  kind text not null check (kind in ('bind', 'refresh', 'unbind')),
  file_id text not null check (char_length(file_id) between 16 and 64),
  digest bytea not null check (octet_length(digest) = 32),
  name text not null check (char_length(name) between 1 and 128),
  machine_name text not null check (char_length(machine_name) between 1 and 100),
  made_at timestamptz not null, -- by the clock of the device
  at timestamptz not null,
  way text not null check (way in ('console', 'workbench', 'codePage', 'runtime')),
  actor_id uuid references account,
  actor_name text not null,
  task_guid uuid,
  answer text, -- the D2C, until it ends
  answer_digest bytea not null check (octet_length(answer_digest) = 32),
  answer_name text not null check (char_length(answer_name) between 1 and 128),
  packages text[] not null,
  lease_guid uuid, -- the lease in the answer
  valid_until timestamptz not null,
  primary key (developer_id, guid),
  foreign key (developer_id, license_guid) references license,
  foreign key (developer_id, machine_guid) references bound_machine
);
-- Sealed documents cannot be compressed.
alter table exchange alter column answer set storage external;
create unique index exchange_once on exchange (developer_id, file_id);
create unique index exchange_answer on exchange (developer_id, answer_digest);
create index exchange_of_license on exchange (developer_id, license_guid, at desc, guid desc);
create index exchange_of_machine on exchange (developer_id, machine_guid);
create index exchange_newest on exchange (developer_id, at desc, guid desc);
create index exchange_of_task on exchange (developer_id, task_guid) where task_guid is not null;
create index exchange_actor on exchange (actor_id);
create index exchange_of_lease on exchange (developer_id, lease_guid) where lease_guid is not null;
create index exchange_ended on exchange (valid_until) where answer is not null;

-- Who may lend the seats of a code.
create table lending_admin (
  developer_id bigint not null references developer,
  guid uuid not null,
  license_guid uuid not null,
  email text not null check (char_length(email) between 3 and 254),
  invited_at timestamptz not null,
  invited_by uuid not null references account,
  inviter_name text not null,
  seen_at timestamptz,
  removed_at timestamptz,
  primary key (developer_id, guid),
  foreign key (developer_id, license_guid) references license
);
create unique index lending_admin_once on lending_admin (developer_id, license_guid, lower(email))
  where removed_at is null;
create index lending_admin_invited_by on lending_admin (invited_by);

-- Links of mails, which work once, and the sign-ins with them. Only digests are stored.
create table lending_pass (
  developer_id bigint not null references developer,
  digest bytea not null check (octet_length(digest) = 32),
  admin_guid uuid not null,
  kind text not null check (kind in ('link', 'session')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz, -- used or signed out
  primary key (developer_id, digest),
  foreign key (developer_id, admin_guid) references lending_admin
);
create index lending_pass_of_admin on lending_pass (developer_id, admin_guid, created_at);
create index lending_pass_over on lending_pass (expires_at);

-- Lent seats. One takes a seat of its license until it is returned, revoked, deleted or past its end.
create table lending (
  developer_id bigint not null references developer,
  guid uuid not null,
  license_guid uuid not null,
  code text not null check (code ~ '^[A-HJKMNP-Z2-9]{11}$'),
  state text not null check (state in ('created', 'bound', 'returned', 'revoked', 'deleted')),
  person text not null check (char_length(person) between 1 and 100),
  email text check (char_length(email) <= 254),
  days int not null check (days between 1 and 180),
  note text check (char_length(note) <= 200),
  is_borrowed boolean not null default false, -- by the program itself
  admin_guid uuid,
  actor_id uuid references account,
  lender_name text not null,
  request_id uuid, -- a repeated request makes no second one
  created_at timestamptz not null,
  due_at timestamptz not null check (due_at > created_at),
  fingerprint text check (char_length(fingerprint) between 1 and 200),
  parts text[] not null default '{}',
  machine_name text check (char_length(machine_name) between 1 and 100),
  os text check (char_length(os) <= 100),
  network text,
  bound_at timestamptz check ((bound_at is null) = (fingerprint is null)),
  seen_at timestamptz,
  ended_at timestamptz check ((ended_at is null) = (state in ('created', 'bound'))),
  reason text check (char_length(reason) <= 200),
  primary key (developer_id, guid),
  foreign key (developer_id, license_guid) references license,
  foreign key (developer_id, admin_guid) references lending_admin
);
create unique index lending_code_unique on lending (developer_id, code);
create unique index lending_request_once on lending (developer_id, license_guid, request_id)
  where request_id is not null;
create index lending_live on lending (developer_id, license_guid, due_at) where state in ('created', 'bound');
create index lending_newest on lending (developer_id, license_guid, created_at desc, guid desc);
create index lending_by_due on lending (developer_id, license_guid, due_at desc, guid desc);
-- The seat board shows the lent seats of all licenses.
create index lending_board on lending (developer_id, created_at desc, guid desc) where state in ('created', 'bound');
create index lending_board_ended on lending (developer_id, (coalesce(ended_at, due_at))) where state <> 'deleted';
create index lending_of_admin on lending (developer_id, admin_guid);
create index lending_actor on lending (actor_id);

do $$
declare t text;
begin
  foreach t in array array['exchange', 'lending_admin', 'lending_pass', 'lending'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
  end loop;
  -- They follow the row scope of their license.
  foreach t in array array['exchange', 'lending_admin', 'lending'] loop
    execute format('create policy scope on %1$I as restrictive for select using ((select sees_all(''product''))
      or exists (select from license l where l.developer_id = %1$I.developer_id and l.guid = %1$I.license_guid))', t);
  end loop;
end $$;
grant select, insert on exchange to sealwright_app;
grant update (answer, task_guid) on exchange to sealwright_app;
grant select, insert, update on lending_admin, lending_pass, lending to sealwright_app;

alter table license_event drop constraint license_event_kind_check;
alter table license_event add constraint license_event_kind_check check (kind in ('refresh', 'lock', 'unlock',
  'delete', 'restore', 'replace', 'bind', 'unbind', 'recycle', 'approve', 'reject', 'resubmit', 'edit', 'deliver',
  'assign', 'password', 'rekey', 'exchange', 'lend', 'giveBack', 'takeBack'));

alter table runtime_event drop constraint runtime_event_act_check;
alter table runtime_event add constraint runtime_event_act_check check (act in ('login', 'activate', 'validate',
  'deactivate', 'session', 'heartbeat', 'consume', 'data', 'offline', 'borrow', 'return'));

-- A file names the account of a license, and administrators look the license up by it.
create index license_of_name on license (developer_id, lower(account), license_id) where account is not null;

-- As in 0011, with the key and the removals of a device, which every activation tells (`files`). An online one without
-- them forgets the key: the device may have lost it.
create or replace function bind_machine(of bigint, licensed uuid, at timestamptz, machine jsonb, changes jsonb,
  event uuid, order_guid uuid, amount bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into bound_machine (developer_id, guid, license_guid, fingerprint, parts, name, os, network, addresses,
      is_offline, state, bound_at, seen_at, machine_key, removals)
      values (of, (machine ->> 'guid')::uuid, licensed, machine ->> 'fingerprint',
        array(select jsonb_array_elements_text(machine -> 'parts')), machine ->> 'name', machine ->> 'os',
        machine ->> 'network', machine -> 'addresses', (machine ->> 'isOffline')::boolean, 'bound', at, at,
        machine -> 'files' ->> 'machineKey', coalesce((machine -> 'files' ->> 'removals')::int, 0))
      on conflict (developer_id, guid) do update set fingerprint = excluded.fingerprint,
        parts = case when excluded.parts = '{}' then bound_machine.parts else excluded.parts end,
        name = excluded.name, os = excluded.os, network = excluded.network, addresses = excluded.addresses,
        is_offline = excluded.is_offline,
        drifts = bound_machine.drifts + case when bound_machine.fingerprint <> excluded.fingerprint then 1 else 0 end,
        bound_at = case when bound_machine.state = 'bound' then bound_machine.bound_at else at end, state = 'bound',
        seen_at = at, ended_at = null,
        machine_key = case when machine ? 'files' then excluded.machine_key else bound_machine.machine_key end,
        removals = case when machine ? 'files' then excluded.removals else bound_machine.removals end;
    if changes is not null then
      update license set state = (changes ->> 'state')::int, first_used_at = (changes ->> 'firstUsedAt')::timestamptz,
        expires_at = (changes ->> 'expiresAt')::timestamptz, partly_until = (changes ->> 'partlyUntil')::timestamptz,
        expiry = (changes ->> 'expiry')::int, bound = (changes ->> 'bound')::int,
        ever_bound = (changes ->> 'everBound')::int, is_paid = (changes ->> 'isPaid')::boolean,
        charged = changes -> 'charged', updated_at = at
        where developer_id = of and guid = licensed;
      insert into license_event (developer_id, guid, license_guid, kind, at, actor_name, about, order_guid, amount_fen)
        values (of, event, licensed, 'bind', at, machine ->> 'name', machine ->> 'name', order_guid, amount);
    end if;
  end
  $$;

-- Stores an exchange, with the lease in its answer, its rows of the history and the runtime log, and what the center
-- learned about the device. `done` has the columns of `exchange`, `binding` the arguments of `bind_machine`.
create function keep_exchange(of bigint, done jsonb, machine jsonb, binding jsonb, leased jsonb, event uuid, told jsonb)
  returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    x exchange := jsonb_populate_record(null::exchange, done);
  begin
    x.developer_id := of;
    if binding is not null then
      perform bind_machine(of, x.license_guid, x.at, binding -> 'machine', nullif(binding -> 'changes', 'null'),
        (binding ->> 'eventGuid')::uuid, (binding ->> 'orderGuid')::uuid, (binding ->> 'amountFen')::bigint);
    end if;
    insert into exchange values (x.*);
    -- A binding has stored them. Removals that the device wrote before this file are known from now on, so that an old
    -- one does not free a device that was bound again.
    if x.kind <> 'bind' then
      update bound_machine m set machine_key = machine ->> 'key', is_offline = true, seen_at = x.at,
        removals = greatest(m.removals, (machine ->> 'removals')::int)
        where m.developer_id = of and m.guid = x.machine_guid;
    end if;
    if leased is not null then
      perform keep_lease(of, leased, told);
    elsif told is not null then
      insert into runtime_event (developer_id, guid, at, act, license_guid, user_guid, serial, account, machine_name,
        fingerprint, network)
        values (of, (told ->> 'guid')::uuid, (told ->> 'at')::timestamptz, told ->> 'act',
          (told ->> 'licenseGuid')::uuid, (told ->> 'userGuid')::uuid, told ->> 'serial', told ->> 'account',
          told ->> 'machineName', told ->> 'fingerprint', told ->> 'network');
    end if;
    insert into license_event (developer_id, guid, license_guid, kind, at, actor_id, actor_name, about, reason)
      values (of, event, x.license_guid, 'exchange', x.at, x.actor_id, x.actor_name, x.machine_name,
        encode(x.digest, 'hex'));
  end
  $$;
-- The earlier exchange of a file. Called after the lock of its license is taken, so no concurrent one is missed.
create function exchange_of(of bigint, file text, licensed jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
  begin
    if licensed is null then return null; end if;
    return (select to_jsonb(x) from exchange x where x.developer_id = of and x.file_id = file);
  end
  $$;
revoke execute on function keep_exchange(bigint, jsonb, jsonb, jsonb, jsonb, uuid, jsonb),
  exchange_of(bigint, text, jsonb) from public;
grant execute on function keep_exchange(bigint, jsonb, jsonb, jsonb, jsonb, uuid, jsonb),
  exchange_of(bigint, text, jsonb) to sealwright_app;

-- Customers may unbind devices on the public page of their code.
alter table developer_profile add column self_unbind boolean not null default false;

-- The public page knows only the code. Codes are random, so two developers never have the same one.
create index license_serial on license (serial) where family <> 'account';
create function code_owner(given text) returns table (developer_id bigint, license_guid uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select l.developer_id, l.guid from license l where l.serial = given and l.family <> 'account'
    order by l.issued_at limit 1
  $$;
revoke execute on function code_owner(text) from public;
grant execute on function code_owner(text) to sealwright_app;

-- As in 0011, with the seats that are lent, and with the key and the removals of each device.
create or replace function runtime_facts(of bigint, code text, token bytea, product bigint, leased uuid,
  licensed uuid, print text, print_parts text[], seat_holder text, at timestamptz, is_held boolean)
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
    select jsonb_build_object('status', d.status, 'timeZone', d.time_zone, 'serviceUntil', service_ends(d.id),
      'parts', p.machine_parts,
        'owedSince', (select min(b.due_at) from bill b where b.developer_id = d.id and b.status = 'pending'
          and b.due_at is not null),
        'graceDays', coalesce(bt.limits ->> 'graceDays', (select s.value::jsonb ->> 'graceDays'
          from platform_setting s where s.key = 'billing.limits'))), p.api_password
      into developer, api_password
      from developer d left join developer_profile p on p.developer_id = d.id left join billing_terms bt on
        bt.developer_id = d.id where d.id = of;
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
        'passwordBox', l.password_box, 'userGuid', l.user_guid, 'account', l.account, 'lent', (select count(*)
          from lending x where x.developer_id = of and x.license_guid = l.guid and x.state in ('created',
            'bound') and x.due_at > at));
      select jsonb_build_object('guid', x.guid, 'terms', x.terms, 'productEnds', x.product_ends) into terms
        from license_terms x where x.developer_id = of and x.guid = l.terms_guid;
      if is_held then select jsonb_build_object('rates', x.rates, 'issuedAt', x.issued_at) into issue
        from license_issue x where x.developer_id = of and x.guid = l.issue_guid; end if;
      select jsonb_agg(jsonb_build_object('guid', m.guid, 'fingerprint', m.fingerprint, 'parts', m.parts, 'name',
        m.name, 'state', m.state, 'drifts', m.drifts, 'key', m.machine_key, 'removals', m.removals)) into machines
        from bound_machine m where m.developer_id = of and m.license_guid = l.guid and m.fingerprint = print;
      if machines is null and cardinality(print_parts) > 0 then
        select jsonb_agg(jsonb_build_object('guid', m.guid, 'fingerprint', m.fingerprint, 'parts', m.parts, 'name',
          m.name, 'state', m.state, 'drifts', m.drifts, 'key', m.machine_key, 'removals', m.removals)) into machines
          from (select * from bound_machine x where x.developer_id = of and x.license_guid = l.guid
            and x.parts && print_parts
            -- Devices of the same model share parts. The one that is meant shares most.
            order by (select count(*) from unnest(x.parts) one where one = any (print_parts)) desc,
              x.state = 'bound' desc, x.bound_at desc limit 20) m;
      end if;
      select jsonb_build_object('guid', x.guid, 'machineGuid', x.machine_guid, 'kid', x.kid, 'revision',
        x.revision, 'issuedAt', x.issued_at, 'expiresAt', x.expires_at, 'isRevoked',
          k.retired_at is not null) into lease
        from lease x join bound_machine m on m.developer_id = of
          and m.guid = x.machine_guid join signing_key k on k.developer_id = of
            and k.kid = x.kid where x.developer_id = of and m.license_guid = l.guid and m.fingerprint = print;
      if seat_holder is not null then
        select jsonb_build_object('taken', count(*), 'mine',
          max(s.guid::text) filter (where s.holder = seat_holder)) into seats
            from seat s where s.developer_id = of and s.license_guid = l.guid and s.ended_at is null and s.until > at;
      end if;
    end if;
    return next;
  end
  $$;
