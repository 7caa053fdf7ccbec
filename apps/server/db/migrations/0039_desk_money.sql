-- Money at the platform desk: terms with a time, offers with a period, corrections that a second operator confirms,
-- and statements of payment providers that are compared with ours.

-- Each change of the platform's terms, with the time from which it holds. The rates in force are read from here, so a
-- license is priced by the version of its moment. Fee, limits and gifts are copied to where the database reads them
-- when they start.
create table price_version (
  id bigint generated always as identity primary key,
  guid uuid not null unique,
  priced_id bigint references developer, -- null: the general terms
  kind text not null check (kind in ('rates', 'gifts', 'fee', 'limits')),
  content jsonb not null,
  starts_at timestamptz not null,
  note text,
  maker_guid uuid, -- null: a command
  maker text,
  made_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawer text,
  applied_at timestamptz, -- not for rates
  check (kind <> 'gifts' or priced_id is null)
);
create index price_version_in_force on price_version (kind, priced_id, starts_at desc, id desc)
  where withdrawn_at is null;
create index price_version_due on price_version (starts_at)
  where withdrawn_at is null and applied_at is null and kind <> 'rates';
create index price_version_of on price_version (priced_id, starts_at desc);
create index price_version_newest on price_version (starts_at desc, id desc);

insert into price_version (guid, kind, content, starts_at, made_at)
  select gen_random_uuid(), 'rates', value::jsonb, '2000-01-01Z', '2000-01-01Z'
  from platform_setting where key = 'billing.rates';
insert into price_version (guid, priced_id, kind, content, starts_at, made_at)
  select gen_random_uuid(), developer_id, 'rates', rates, '2000-01-01Z', '2000-01-01Z'
  from billing_terms where rates <> '{}';
delete from platform_setting where key = 'billing.rates';
alter table billing_terms drop column rates;

-- What was in force stays readable as it was.
create function price_version_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (to_jsonb(new) - array['withdrawn_at', 'withdrawer', 'applied_at'])
    is distinct from (to_jsonb(old) - array['withdrawn_at', 'withdrawer', 'applied_at']) then
    raise exception 'a version of the terms cannot be changed';
  end if;
  return new;
end $$;
create trigger price_version_kept before update or delete on price_version
  for each row execute function price_version_kept();

alter table price_version enable row level security;
create policy tenant on price_version using (priced_id is null or priced_id = current_developer());
grant select (id, priced_id, kind, content, starts_at, withdrawn_at, applied_at) on price_version to sealwright_app;
select show_to_desk('price_version');

alter table package_offer
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint package_offer_period check (ends_at > coalesce(starts_at, created_at));

-- Credits and debits by operators and by commands. Above the limit, those of an operator wait for a second one.
create table correction (
  guid uuid primary key,
  corrected_id bigint not null references developer,
  kind text not null check (kind in ('wallet', 'gift', 'giftLicenses', 'vouchers')),
  amount bigint not null check (amount <> 0),
  worth_fen bigint not null check (worth_fen >= 0), -- what is compared with the limit
  note text not null,
  top_up_guid uuid,
  state text not null check (state in ('waiting', 'done', 'rejected', 'withdrawn')),
  maker_guid uuid, -- null: a command
  maker text,
  made_at timestamptz not null,
  decider_guid uuid, -- null: it needed nobody
  decider text,
  decided_at timestamptz,
  reason text,
  -- Nobody confirms an own correction.
  check (state <> 'done' or decider_guid is null or decider_guid <> maker_guid),
  check ((state = 'waiting') = (decided_at is null))
);
create index correction_newest on correction (made_at desc, guid desc);
create index correction_by_state on correction (state, made_at desc, guid desc);
create index correction_of on correction (corrected_id, made_at desc, guid desc);
create index correction_done on correction (decided_at) where state = 'done';
create index correction_maker on correction (maker_guid, corrected_id, made_at desc);
select show_to_desk('correction');

-- The desk lists the top-ups of all developers.
create index top_up_all_newest on top_up (created_at desc, guid desc);
create index top_up_paid on top_up (paid_at) where status = 'paid';

create table reconciliation (
  guid uuid primary key,
  method text not null,
  file_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  maker_guid uuid not null,
  maker text not null,
  made_at timestamptz not null,
  matched int not null,
  missing_here int not null,
  missing_there int not null,
  amount_differs int not null,
  state_differs int not null
);
create index reconciliation_newest on reconciliation (made_at desc, guid desc);
create table reconciliation_row (
  run_guid uuid not null references reconciliation on delete cascade,
  n int not null,
  outcome text not null
    check (outcome in ('matched', 'missingHere', 'missingThere', 'amountDiffers', 'stateDiffers')),
  serial text not null,
  told_fen bigint, -- by the provider
  told_at timestamptz,
  told_state text,
  booked_fen bigint, -- by us
  top_up_guid uuid,
  payer_id bigint references developer,
  primary key (run_guid, n)
);
create index reconciliation_row_by_outcome on reconciliation_row (run_guid, outcome, n);
create index reconciliation_row_payer on reconciliation_row (payer_id);
select show_to_desk('reconciliation');
select show_to_desk('reconciliation_row');
