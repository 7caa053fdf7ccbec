-- Files are exchanged in batches: these functions write the rows of many licenses in one statement for each table. The
-- licenses of a call differ, and the caller has locked them. The functions for one row call them.
--
-- PostgreSQL expects a hundred rows from JSON, so it might read a whole table to join them. The settings make it look
-- up each row by its key, and plan a statement once per connection: the plan is the same for any rows.

-- `bindings` has the arguments of `bind_machine`, by their names in the server.
create function bind_machines(of bigint, bindings jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
  as $$
  begin
    insert into bound_machine as m (developer_id, guid, license_guid, fingerprint, parts, name, os, network, addresses,
      is_offline, state, bound_at, seen_at, machine_key, removals)
      select of, n.guid, b."licenseGuid", n.fingerprint, n.parts, n.name, n.os, n.network, n.addresses, n."isOffline",
        'bound', b.now, b.now, f."machineKey", coalesce(f.removals, 0)
      from jsonb_to_recordset(bindings) as b ("licenseGuid" uuid, now timestamptz, machine jsonb),
        jsonb_to_record(b.machine) as n (guid uuid, fingerprint text, parts text[], name text, os text, network text,
          addresses jsonb, "isOffline" boolean, files jsonb),
        jsonb_to_record(coalesce(n.files, '{}')) as f ("machineKey" text, removals int)
      on conflict (developer_id, guid) do update set fingerprint = excluded.fingerprint,
        parts = case when excluded.parts = '{}' then m.parts else excluded.parts end,
        name = excluded.name, os = excluded.os, network = excluded.network, addresses = excluded.addresses,
        is_offline = excluded.is_offline,
        drifts = m.drifts + case when m.fingerprint <> excluded.fingerprint then 1 else 0 end,
        bound_at = case when m.state = 'bound' then m.bound_at else excluded.bound_at end, state = 'bound',
        seen_at = excluded.seen_at, ended_at = null,
        (machine_key, removals) = (
          select case when b.machine ? 'files' then excluded.machine_key else m.machine_key end,
            case when b.machine ? 'files' then excluded.removals else m.removals end
          from jsonb_to_recordset(bindings) as b ("licenseGuid" uuid, machine jsonb)
          where b."licenseGuid" = excluded.license_guid);
    update license l set state = c.state, first_used_at = c."firstUsedAt", expires_at = c."expiresAt",
      partly_until = c."partlyUntil", expiry = c.expiry, bound = c.bound, ever_bound = c."everBound",
      is_paid = c."isPaid", charged = c.charged, updated_at = b.now
      from jsonb_to_recordset(bindings) as b ("licenseGuid" uuid, now timestamptz, changes jsonb),
        jsonb_to_record(b.changes) as c (state int, "firstUsedAt" timestamptz, "expiresAt" timestamptz,
          "partlyUntil" timestamptz, expiry int, bound int, "everBound" int, "isPaid" boolean, charged jsonb)
      where b.changes is not null and l.developer_id = of and l.guid = b."licenseGuid";
    insert into license_event (developer_id, guid, license_guid, kind, at, actor_name, about, order_guid, amount_fen)
      select of, b."eventGuid", b."licenseGuid", 'bind', b.now, b.machine ->> 'name', b.machine ->> 'name',
        b."orderGuid", b."amountFen"
      from jsonb_to_recordset(bindings) as b ("licenseGuid" uuid, now timestamptz, machine jsonb, changes jsonb,
        "eventGuid" uuid, "orderGuid" uuid, "amountFen" bigint)
      where b.changes is not null;
  end
  $$;
create or replace function bind_machine(of bigint, licensed uuid, at timestamptz, machine jsonb, changes jsonb,
  event uuid, order_guid uuid, amount bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    perform bind_machines(of, jsonb_build_array(jsonb_build_object('licenseGuid', licensed, 'now', at,
      'machine', machine, 'changes', changes, 'eventGuid', event, 'orderGuid', order_guid, 'amountFen', amount)));
  end
  $$;

-- `given`: the last lease of each device (`leased`) and the row of the runtime log (`told`), both if there is one.
create function keep_leases(of bigint, given jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan
  as $$
  begin
    insert into lease (developer_id, machine_guid, license_guid, guid, kid, revision, issued_at, expires_at)
      select of, l."machineGuid", l."licenseGuid", l.guid, l.kid, l.revision, l."issuedAt", l."expiresAt"
      from jsonb_to_recordset(given) as g (leased jsonb),
        jsonb_to_record(g.leased) as l ("machineGuid" uuid, "licenseGuid" uuid, guid uuid, kid text, revision int,
          "issuedAt" timestamptz, "expiresAt" timestamptz)
      where g.leased is not null
      on conflict (developer_id, machine_guid) do update set license_guid = excluded.license_guid,
        guid = excluded.guid, kid = excluded.kid, revision = excluded.revision, issued_at = excluded.issued_at,
        expires_at = excluded.expires_at;
    if given @? '$[*].told ? (@ != null)' then
      insert into runtime_event (developer_id, guid, at, act, license_guid, user_guid, serial, account, machine_name,
        fingerprint, network)
        select of, t.guid, t.at, t.act, t."licenseGuid", t."userGuid", t.serial, t.account, t."machineName",
          t.fingerprint, t.network
        from jsonb_to_recordset(given) as g (told jsonb),
          jsonb_to_record(g.told) as t (guid uuid, at timestamptz, act text, "licenseGuid" uuid, "userGuid" uuid,
            serial text, account text, "machineName" text, fingerprint text, network text)
        where g.told is not null;
    end if;
  end
  $$;
create or replace function keep_lease(of bigint, leased jsonb, told jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    perform keep_leases(of, jsonb_build_array(jsonb_build_object('leased', leased, 'told', told)));
  end
  $$;

-- Stores exchanges, each with the lease in its answer, its rows of the history and the runtime log, and what the center
-- learned about the device. `done` has the columns of `exchange`, `binding` the arguments of `bind_machines`.
drop function keep_exchange(bigint, jsonb, jsonb, jsonb, jsonb, uuid, jsonb);
create function keep_exchanges(of bigint, given jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
  as $$
  declare
    bindings jsonb := (select jsonb_agg(g.binding) from jsonb_to_recordset(given) as g (binding jsonb)
      where g.binding is not null);
  begin
    if bindings is not null then perform bind_machines(of, bindings); end if;
    insert into exchange
      select x.* from jsonb_to_recordset(given) as g (done jsonb),
        jsonb_populate_record(null::exchange, g.done || jsonb_build_object('developer_id', of)) x;
    -- A binding has stored them. Removals that the device wrote before this file are known from now on, so that an old
    -- one does not free a device that was bound again.
    if given @? '$[*].done.kind ? (@ != "bind")' then
      update bound_machine m set machine_key = g.machine ->> 'key', is_offline = true,
        seen_at = (g.done ->> 'at')::timestamptz, removals = greatest(m.removals, (g.machine ->> 'removals')::int)
        from jsonb_to_recordset(given) as g (done jsonb, machine jsonb)
        where g.done ->> 'kind' <> 'bind' and m.developer_id = of and m.guid = (g.done ->> 'machine_guid')::uuid;
    end if;
    perform keep_leases(of, given);
    insert into license_event (developer_id, guid, license_guid, kind, at, actor_id, actor_name, about, reason)
      select of, g."eventGuid", x.license_guid, 'exchange', x.at, x.actor_id, x.actor_name, x.machine_name,
        encode(x.digest, 'hex')
      from jsonb_to_recordset(given) as g (done jsonb, "eventGuid" uuid),
        jsonb_to_record(g.done) as x (license_guid uuid, at timestamptz, actor_id uuid, actor_name text,
          machine_name text, digest bytea);
  end
  $$;
revoke execute on function bind_machines(bigint, jsonb), keep_leases(bigint, jsonb), keep_exchanges(bigint, jsonb)
  from public;
grant execute on function keep_exchanges(bigint, jsonb) to sealwright_app;
