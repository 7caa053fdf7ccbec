-- What an order paid for: an issue with all its licenses, or one license (an update, an activation, a device). Null for
-- packages, fees and other charges. Derived from the purpose, so that reversed and failed orders keep it, too.
alter table billing_order
  add column paid_for uuid generated always as (
    substring(purpose from '^license\.[a-z]+:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::|$)')::uuid) stored;
create index billing_order_paid_for on billing_order (developer_id, paid_for) where paid_for is not null;

-- Issuing asks once more above this amount. Null: never.
alter table account add column confirm_above_fen bigint default 50000 check (confirm_above_fen >= 0);
grant select (confirm_above_fen), update (confirm_above_fen) on account to sealwright_app;
