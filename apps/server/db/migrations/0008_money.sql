-- Money: a ledger in double entry that nobody can change, what stands on it (orders, bills, packages, top-ups), and the
-- platform service fee.

-- ── The ledger ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- A transfer moves amounts between accounts; its legs add up to zero in each unit. An account is a kind with what it is
-- of: `ref` is a package for stocks of one, `hold` an order that something is set aside for; both are the zero uuid
-- where there is none. Money (fen) and stocks (licenses, updates) move by the same rules: a gift license is spent like
-- a yuan. Accounts outside, where value comes from and goes to, have no balance of their own and no lock.
create type ledger_unit as enum ('fen', 'license', 'update');
create table ledger_kind (
  kind text primary key,
  unit ledger_unit not null,
  is_outside boolean not null,
  rank int not null unique -- the order in which accounts are locked: packages before the wallet
);
insert into ledger_kind values
  ('packageLicenses', 'license', false, 1), ('packageUpdates', 'update', false, 2), ('giftLicenses', 'license', false,
    3), ('vouchers', 'license', false, 4),
  ('gift', 'fen', false, 5), ('wallet', 'fen', false, 6),
  ('payments', 'fen', true, 7), ('grants', 'fen', true, 8), ('revenue', 'fen', true, 9),
  ('licenseGrants', 'license', true, 10), ('licensesUsed', 'license', true, 11), ('updateGrants', 'update', true, 12),
    ('updatesUsed', 'update', true, 13);

create table ledger_account (
  developer_id bigint not null references developer,
  kind text not null references ledger_kind,
  ref uuid not null,
  hold uuid not null,
  balance bigint not null default 0 constraint ledger_never_negative check (balance >= 0),
  entries bigint not null default 0, -- the number of its last entry
  last_at timestamptz not null,
  primary key (developer_id, kind, ref, hold)
);
create index ledger_account_kind on ledger_account (kind);
create index ledger_account_held on ledger_account (developer_id, hold)
  where hold <> '00000000-0000-0000-0000-000000000000';
-- holds that ended stay, empty
create index ledger_account_alive on ledger_account (developer_id, kind)
  where hold = '00000000-0000-0000-0000-000000000000' or balance > 0;

create table ledger_transfer (
  developer_id bigint not null references developer,
  guid uuid not null,
  -- what it is for: the same thing is never charged twice
  purpose text not null check (char_length(purpose) between 1 and 200),
  movement text not null check (movement in ('topUp', 'credit', 'charge', 'hold', 'release', 'reversal', 'capture',
    'grant')),
  order_guid uuid check (order_guid is not null or movement not in ('charge', 'hold', 'release', 'reversal',
    'capture')),
  reverses uuid, -- the transfer that this one takes back
  subject text not null check (char_length(subject) <= 300),
  actor_id uuid,
  actor_name text,
  at timestamptz not null,
  primary key (developer_id, guid),
  constraint ledger_purpose_once unique (developer_id, purpose),
  constraint ledger_reversed_once unique (developer_id, reverses),
  foreign key (developer_id, reverses) references ledger_transfer,
  check ((reverses is not null) = (movement = 'reversal'))
);
create index ledger_transfer_order on ledger_transfer (developer_id, order_guid);
create index ledger_transfer_by_movement on ledger_transfer (developer_id, movement, at desc);

create table ledger_entry (
  developer_id bigint not null,
  transfer_guid uuid not null,
  kind text not null references ledger_kind,
  ref uuid not null,
  hold uuid not null,
  amount bigint not null check (amount <> 0),
  n bigint, -- its place in the account, from 1 without a gap; null outside
  balance bigint, -- the account's balance after it; null outside
  at timestamptz not null, -- never before the entry that precedes it in the account
  primary key (developer_id, transfer_guid, kind, ref, hold),
  foreign key (developer_id, transfer_guid) references ledger_transfer
);
create index ledger_entry_kind on ledger_entry (kind);
create unique index ledger_entry_in_account on ledger_entry (developer_id, kind, ref, hold, n) where n is not null;
create index ledger_entry_by_time on ledger_entry (developer_id, kind, at desc, n desc)
  where ref = '00000000-0000-0000-0000-000000000000' and hold = '00000000-0000-0000-0000-000000000000'
  and n is not null;
create index ledger_entry_of_purses on ledger_entry (developer_id, at desc, n desc, kind desc)
  where kind in ('wallet', 'gift') and hold = '00000000-0000-0000-0000-000000000000';

create function refuse_change() returns trigger language plpgsql
  as $$ begin raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege'; end $$;
do $$
declare t text;
begin
  foreach t in array array['ledger_transfer', 'ledger_entry'] loop
    execute
      format('create trigger append_only before update or delete on %I for each row execute function refuse_change()',
      t);
    execute
      format('create trigger never_emptied before truncate on %I for each statement execute function refuse_change()',
      t);
  end loop;
end $$;

-- Balances of these accounts, locked until the transaction ends, in the one order that everybody takes. Those that are
-- not there yet are made.
create function lock_accounts(kinds text[], refs uuid[], holds uuid[], moment timestamptz)
  returns table (kind text, ref uuid, hold uuid, balance bigint)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  begin
    insert into ledger_account (developer_id, kind, ref, hold, last_at)
      select current_developer(), k.kind, a.ref, a.hold, moment from unnest(kinds, refs, holds) as a (kind, ref, hold)
        join ledger_kind k on k.kind = a.kind and not k.is_outside
      order by k.rank, a.ref, a.hold
      on conflict do nothing;
    return query
      select a.kind, a.ref, a.hold, a.balance
      from ledger_account a join ledger_kind k on k.kind = a.kind
        join unnest(kinds, refs, holds) as asked (kind, ref, hold) on asked.kind = a.kind and asked.ref = a.ref
        and asked.hold = a.hold
      where a.developer_id = current_developer()
      order by k.rank, a.ref, a.hold for update of a;
  end
  $$;

-- The one way to move anything. Answers the transfer of this purpose, and whether it was made now: whoever comes second
-- gets the first one's. Overspending fails on ledger_never_negative.
create function post_transfer(given_guid uuid, given_purpose text, given_movement text, given_order uuid,
  given_reverses uuid, given_subject text, given_actor uuid, given_actor_name text, moment timestamptz,
    kinds text[], refs uuid[], holds uuid[], amounts bigint[]) returns table (guid uuid, is_new boolean)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  declare known uuid;
  begin
    if current_developer() is null then raise exception 'a transfer needs a developer'; end if;
    insert into ledger_transfer (developer_id, guid, purpose, movement, order_guid, reverses, subject, actor_id,
      actor_name, at)
      values (current_developer(), given_guid, given_purpose, given_movement, given_order, given_reverses,
        given_subject, given_actor, given_actor_name, moment)
      on conflict on constraint ledger_purpose_once do nothing;
    if not found then
      select t.guid into known from ledger_transfer t where t.developer_id = current_developer()
        and t.purpose = given_purpose;
      return query select known, false;
      return;
    end if;
    if cardinality(kinds) = 0 or exists (
      select from unnest(kinds, amounts) as leg (kind, amount) join ledger_kind k on k.kind = leg.kind
        group by k.unit having sum(leg.amount) <> 0
    ) or (select count(*) from unnest(kinds) as leg (kind)
      join ledger_kind k on k.kind = leg.kind) <> cardinality(kinds) then
      raise exception 'the legs of a transfer must add up to zero';
    end if;
    perform lock_accounts(kinds, refs, holds, moment);
    with leg as (
      select k.kind, leg.ref, leg.hold, leg.amount, k.is_outside
        from unnest(kinds, refs, holds, amounts) as leg (kind, ref, hold, amount)
        join ledger_kind k on k.kind = leg.kind
    ), moved as (
      update ledger_account a set balance = a.balance + leg.amount, entries = a.entries + 1,
        last_at = greatest(a.last_at, moment)
      from leg where a.developer_id = current_developer() and a.kind = leg.kind and a.ref = leg.ref
        and a.hold = leg.hold and not leg.is_outside
      returning a.kind, a.ref, a.hold, a.entries, a.balance, a.last_at
    )
    insert into ledger_entry (developer_id, transfer_guid, kind, ref, hold, amount, n, balance, at)
      select current_developer(), given_guid, leg.kind, leg.ref, leg.hold, leg.amount, m.entries, m.balance,
        coalesce(m.last_at, moment)
      from leg left join moved m on m.kind = leg.kind and m.ref = leg.ref and m.hold = leg.hold;
    return query select given_guid, true;
  end
  $$;

-- ── Orders and bills ─────────────────────────────────────────────────────────────────────────────────────────────────
-- An order is what was ordered, with the lines of its price; a bill is the money of it. What is paid from a stock has
-- no bill. An order that is not charged yet has something set aside for it, or a bill with a day by which it is due.
create table billing_order (
  developer_id bigint not null references developer,
  guid uuid not null,
  order_id text not null, -- what people call it
  -- what it is for: the same thing is ordered once, unless it failed or was taken back
  purpose text not null check (char_length(purpose) between 1 and 200),
  category text not null,
  subject text not null check (char_length(subject) <= 300),
  count int not null check (count >= 1),
  lines jsonb not null default '[]',
  units jsonb, -- what it took from a stock
  amount_fen bigint not null check (amount_fen >= 0),
  charged_fen bigint not null default 0 check (charged_fen >= 0),
  status text not null check (status in ('charged', 'notCharged', 'failed', 'insufficient')),
  is_reversed boolean not null default false,
  created_by uuid,
  creator text,
  created_at timestamptz not null,
  primary key (developer_id, guid),
  constraint billing_order_id_unique unique (developer_id, order_id)
);
alter table ledger_transfer add foreign key (developer_id, order_guid) references billing_order;
create unique index billing_order_purpose_once on billing_order (developer_id, purpose)
  where status in ('charged', 'notCharged') and not is_reversed;
create index billing_order_newest on billing_order (developer_id, created_at desc, guid desc);
create index billing_order_by_status on billing_order (developer_id, status, created_at desc, guid desc);
create index billing_order_by_category on billing_order (developer_id, category, created_at desc, guid desc);

create table bill (
  developer_id bigint not null references developer,
  guid uuid not null,
  billing_id text not null,
  order_guid uuid not null,
  category text not null,
  subject text not null check (char_length(subject) <= 300),
  projected_fen bigint not null check (projected_fen >= 0),
  actual_fen bigint not null default 0 check (actual_fen >= 0),
  gift_fen bigint not null default 0 check (gift_fen between 0 and actual_fen),
  status text not null check (status in ('pending', 'success', 'failedOverdue', 'failedInsufficient', 'released')),
  is_reversed boolean not null default false,
  due_at timestamptz, -- by when a bill of the platform is to be paid
  created_by uuid,
  creator text,
  created_at timestamptz not null,
  settled_at timestamptz check ((settled_at is null) = (status = 'pending')),
  primary key (developer_id, guid),
  constraint billing_id_unique unique (developer_id, billing_id),
  constraint bill_order_unique unique (developer_id, order_guid),
  foreign key (developer_id, order_guid) references billing_order,
  check (status in ('pending', 'success') or actual_fen = 0),
  check (actual_fen <= projected_fen)
);
create index bill_newest on bill (developer_id, created_at desc, guid desc);
create index bill_by_status on bill (developer_id, status, created_at desc, guid desc);
create index bill_by_category on bill (developer_id, category, created_at desc, guid desc);
create index bill_due on bill (developer_id, due_at) where status = 'pending' and due_at is not null;

-- What was spent on which day and in which month, of the developer's calendar, is counted like rows are: nobody waits
-- for a sum. It counts once a bill is settled, on that day; what is taken back is taken off the same day.
create function bill_spent() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare
    more bigint := case when new.status = 'success' and not new.is_reversed then new.actual_fen else 0 end - case
      when tg_op = 'UPDATE' and old.status = 'success' and not old.is_reversed then old.actual_fen else 0 end;
    day date := new.settled_at at time zone (select time_zone from developer where id = new.developer_id);
  begin
    if more <> 0 then
      insert into counter_delta (developer_id, name, delta) values
        (new.developer_id, 'spent:' || to_char(day, 'YYYY-MM-DD') || ':' || new.category, more), (new.developer_id,
          'spent:' || to_char(day, 'YYYY-MM') || ':' || new.category, more);
    end if;
    return null;
  end
  $$;
create trigger bill_spent after insert or update of status, actual_fen, is_reversed on bill for each row
  execute function bill_spent();

-- ── Packages ─────────────────────────────────────────────────────────────────────────────────────────────────────────
create table package_offer ( -- the platform's own: what every developer can buy
  guid uuid primary key,
  type text not null check (char_length(type) between 1 and 64),
  licenses int not null check (licenses >= 1),
  updates int not null check (updates >= 0),
  days int not null check (days >= 1),
  price_fen bigint not null check (price_fen >= 0),
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index package_offer_type_unique on package_offer (lower(type)) where retired_at is null;

create table package (
  developer_id bigint not null references developer,
  guid uuid not null,
  serial text not null,
  offer_guid uuid references package_offer,
  type text not null check (char_length(type) between 1 and 64),
  licenses int not null check (licenses >= 1),
  updates int not null check (updates >= 0),
  price_fen bigint not null check (price_fen >= 0),
  order_guid uuid,
  bought_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (developer_id, guid),
  constraint package_serial_unique unique (developer_id, serial),
  foreign key (developer_id, order_guid) references billing_order
);
create index package_order on package (developer_id, order_guid);
create index package_offer_guid on package (offer_guid);
create index package_by_expiry on package (developer_id, expires_at, guid);
create index package_by_purchase on package (developer_id, bought_at desc, guid desc);
create index package_by_type on package (developer_id, type, expires_at, guid);

-- ── Top-ups ──────────────────────────────────────────────────────────────────────────────────────────────────────────
create table top_up (
  developer_id bigint not null references developer,
  guid uuid not null,
  -- what providers call it: of all developers
  serial text not null constraint top_up_serial_unique unique check (serial ~ '^[A-Z0-9]{12,32}$'),
  amount_fen bigint not null check (amount_fen > 0),
  gift_fen bigint not null check (gift_fen >= 0),
  method text not null,
  status text not null check (status in ('pending', 'processing', 'paid', 'failed', 'cancelled')),
  provider_ref text,
  is_refunded boolean not null default false,
  asked_at timestamptz, -- when the provider was last asked
  created_by uuid not null references account,
  creator text not null,
  created_at timestamptz not null,
  paid_at timestamptz check ((paid_at is not null) = (status = 'paid')),
  primary key (developer_id, guid)
);
create index top_up_created_by on top_up (created_by);
create index top_up_by_serial on top_up (developer_id, serial);
create index top_up_newest on top_up (developer_id, created_at desc, guid desc);
create index top_up_by_status on top_up (developer_id, status, created_at desc, guid desc);
create index top_up_open on top_up (created_at) where status in ('pending', 'processing', 'failed');
create index top_up_cancelled on top_up (created_at) where status = 'cancelled' and not is_refunded;

-- What providers said, once each, in the order that it came; what was refused as forged is not here.
create table payment_event (
  developer_id bigint not null,
  id bigint generated always as identity,
  top_up_guid uuid not null,
  source text not null check (source in ('callback', 'query', 'close')),
  state text not null,
  amount_fen bigint not null,
  provider_ref text,
  outcome text not null, -- what it changed: credited, failed, nothing, mismatch, refund
  at timestamptz not null,
  primary key (developer_id, id),
  foreign key (developer_id, top_up_guid) references top_up
);
create index payment_event_top_up on payment_event (developer_id, top_up_guid, id);
create index payment_event_refund on payment_event (developer_id, top_up_guid) where outcome = 'refund';

-- A callback names a serial and no developer. Nothing else can be read this way.
create function developer_of_top_up(asked text) returns table (developer_id bigint, guid uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.developer_id, t.guid from top_up t where t.serial = asked $$;
-- What the reconciliation looks after, the longest unasked first: what waits for its payment, and what was paid when it
-- was cancelled and is still to be paid back. Whether something cancelled was paid nevertheless is asked last, so that
-- nobody can keep it from the others by cancelling much.
create function open_top_ups(unasked_since timestamptz, begun_since timestamptz, most int)
  returns table (developer_id bigint, guid uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select t.developer_id, t.guid from (
      select *, false as is_last from top_up where status = 'processing'
      union all
      -- No provider has heard of it.
      select *, false from top_up where status = 'pending' and created_at <= begun_since
      union all
      -- What failed may have been paid at another try.
      select *, false from top_up where status = 'failed' and created_at > begun_since
      union all
      select c.*, not o.is_owed from top_up c, lateral (select exists (select from payment_event e
        where e.developer_id = c.developer_id and e.top_up_guid = c.guid and e.outcome = 'refund') as is_owed) o
      where c.status = 'cancelled' and not c.is_refunded and (o.is_owed or c.created_at > begun_since)
    ) t
    where coalesce(t.asked_at, t.created_at) <= unasked_since
      order by t.is_last, coalesce(t.asked_at, t.created_at), t.guid limit most
  $$;

-- The provider that only pretends keeps its own books: as far from ours as a bank's are.
create table sandbox_payment (
  serial text primary key,
  amount_fen bigint not null,
  subject text not null,
  state text not null default 'pending' check (state in ('pending', 'paid', 'failed', 'closed')),
  is_refunded boolean not null default false,
  return_url text not null,
  notify_url text not null,
  created_at timestamptz not null,
  paid_at timestamptz
);

-- ── What the platform agreed with a developer ────────────────────────────────────────────────────────────────────────
create table billing_terms (
  developer_id bigint primary key references developer,
  low_balance_fen bigint check (low_balance_fen >= 0),
  low_told_at timestamptz, -- that it is low was said; once it is not low any more it can be said again
  auto_renew boolean not null default true,
  fee_fen bigint check (fee_fen >= 0), -- its own service fee, rates and limits; null or a missing name: everybody's
  rates jsonb not null default '{}',
  limits jsonb not null default '{}'
);
insert into billing_terms (developer_id) select id from developer;
create function developer_founded() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin insert into billing_terms (developer_id) values (new.id); return null; end $$;
create trigger developer_founded after insert on developer for each row execute function developer_founded();

-- Until when the service fee is paid; null: none was asked so far. It ends by the clock, without a job that has to run
-- first. It outlives the fee: whoever paid in advance has what was paid for when a fee is asked again.
alter table developer add column service_until timestamptz;
update developer set service_until = now() where service_status = 'unpaid';
-- Until when a developer may do what needs the fee; null where none is asked, its own or everybody's.
create function service_ends(developer bigint) returns timestamptz
  language sql stable
  as $$
    select d.service_until from developer d join billing_terms t on t.developer_id = d.id
    where d.id = developer and coalesce(t.fee_fen, (select (s.value::jsonb ->> 'amountFen')::bigint
      from platform_setting s where s.key = 'billing.fee'), 0) > 0
  $$;

-- What was said once: thirty and fifteen days before something ends.
create table reminder (
  developer_id bigint not null references developer,
  kind text not null,
  ref uuid not null,
  ends_at timestamptz not null,
  days int not null,
  sent_at timestamptz not null,
  primary key (developer_id, kind, ref, ends_at, days)
);

-- ── Who is behind a session: the service fee by its end ──────────────────────────────────────────────────────────────
drop function caller_of_session(text);
drop function caller_of_member(bigint, uuid);
drop function member(bigint, uuid);
alter table developer drop column service_status;
create function member(developer bigint, account uuid) returns table (
  account_id uuid, email text, mobile text, user_name text, locale text, time_format text, page_size int,
    account_time_zone text,
  developer_id bigint, developer_name text, developer_display_name text, developer_status text,
    service_until timestamptz, time_zone text,
  is_super boolean, privileges text[], is_enabled boolean, valid_until timestamptz, limited text[], cloud_quota int,
    soft_quota int, integrator_guid uuid, integrator_enabled boolean
)
  language sql stable
  as $$
    select a.id, a.email, a.mobile, a.user_name, a.locale, a.time_format, a.page_size, a.time_zone,
      d.id, d.name, d.display_name, d.status, service_ends(d.id), d.time_zone,
      m.is_super, m.privileges || array(select unnest(r.privileges) from membership_role mr
        join role r on r.developer_id = mr.developer_id and r.guid = mr.role_guid where mr.developer_id = m.developer_id
        and mr.account_id = m.account_id),
      m.is_enabled, m.valid_until, m.limited,
      -- The quotas of an integrator are those of all its people.
      case when i.guid is null then m.cloud_quota else i.cloud_quota end, case when i.guid is null then m.soft_quota
        else i.soft_quota end, m.integrator_guid, i.is_enabled and i.deleted_at is null
    from membership m
      join account a on a.id = m.account_id
      join developer d on d.id = m.developer_id
      left join integrator i on i.developer_id = m.developer_id and i.guid = m.integrator_guid
    where m.developer_id = developer and m.account_id = account
  $$;
create function caller_of_session(handle text) returns table (
  secret_hash bytea, state text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
    fingerprint text,
  owes text, confirmed_at timestamptz, owed_notice text, device_id uuid, viewer_id uuid, viewer_name text,
  account_id uuid, email text, mobile text, user_name text, locale text, time_format text, page_size int,
    account_time_zone text,
  developer_id bigint, developer_name text, developer_display_name text, developer_status text,
    service_until timestamptz, time_zone text,
  is_super boolean, privileges text[], is_enabled boolean, valid_until timestamptz, limited text[], cloud_quota int,
    soft_quota int, integrator_guid uuid, integrator_enabled boolean
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.secret_hash, s.state, s.created_at, s.last_seen_at, s.expires_at, s.fingerprint, s.owes, s.confirmed_at,
      s.owed_notice, s.device_id,
      viewer.id, coalesce(viewer.user_name, viewer.email, viewer.mobile), m.*
    from session s
      -- Only the super administrator views as another; who is it no more sees as themselves again.
      left join membership v on s.view_as is not null and v.developer_id = s.developer_id
        and v.account_id = s.account_id and v.is_super
      left join account viewer on viewer.id = v.account_id
      cross join lateral member(s.developer_id, case when v.account_id is null then s.account_id else s.view_as end) m
    where s.id = handle
  $$;
create function caller_of_member(developer bigint, account uuid) returns table (
  account_id uuid, email text, mobile text, user_name text, locale text, time_format text, page_size int,
    account_time_zone text,
  developer_id bigint, developer_name text, developer_display_name text, developer_status text,
    service_until timestamptz, time_zone text,
  is_super boolean, privileges text[], is_enabled boolean, valid_until timestamptz, limited text[], cloud_quota int,
    soft_quota int, integrator_guid uuid, integrator_enabled boolean
)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from member(developer, account) $$;

-- ── Walls and rights ─────────────────────────────────────────────────────────────────────────────────────────────────
do $$
declare t text;
begin
  foreach t in array array['ledger_account', 'ledger_transfer', 'ledger_entry', 'billing_order', 'bill', 'package',
    'top_up', 'payment_event', 'billing_terms', 'reminder'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
  end loop;
end $$;
-- The application reads the ledger and moves nothing but by post_transfer.
grant select on ledger_kind, ledger_account, ledger_transfer, ledger_entry, package_offer,
  billing_terms to sealwright_app;
grant select, insert on package, payment_event, reminder to sealwright_app;
grant select, insert on billing_order, bill, top_up, sandbox_payment to sealwright_app;
grant update (status, charged_fen, is_reversed) on billing_order to sealwright_app;
grant update (status, actual_fen, gift_fen, is_reversed, settled_at) on bill to sealwright_app;
grant update (status, provider_ref, is_refunded, asked_at, paid_at) on top_up to sealwright_app;
grant update (state, is_refunded, paid_at) on sandbox_payment to sealwright_app;
grant update (low_balance_fen, low_told_at, auto_renew) on billing_terms to sealwright_app;
grant update (service_until) on developer to sealwright_app; -- also what a row lock needs

revoke execute on function lock_accounts(text[], uuid[], uuid[], timestamptz), post_transfer(uuid, text, text, uuid,
  uuid, text, uuid, text, timestamptz, text[], uuid[], uuid[], bigint[]),
  developer_of_top_up(text), open_top_ups(timestamptz, timestamptz, int), bill_spent(), developer_founded(),
    caller_of_session(text), caller_of_member(bigint, uuid) from public;
grant execute on function lock_accounts(text[], uuid[], uuid[], timestamptz), post_transfer(uuid, text, text, uuid,
  uuid, text, uuid, text, timestamptz, text[], uuid[], uuid[], bigint[]),
  developer_of_top_up(text), open_top_ups(timestamptz, timestamptz, int), caller_of_session(text),
    caller_of_member(bigint, uuid) to sealwright_app;
