-- The desk lists the locks of developers and those in stock from a view for each, in the order of an index. From the
-- view of both, PostgreSQL reads and sorts all of them for one page.
create view dongle_held as
  select d.guid, d.kind, d.shell_number, d.serial_number, d.firmware, d.produced_at, d.registered_at,
    d.developer_id as holder_id, d.status, d.licenses
  from dongle d where d.deleted_at is null;
create view dongle_stocked as
  select s.guid, s.kind, s.shell_number, s.serial_number, s.firmware, s.produced_at, s.registered_at,
    null::bigint as holder_id, null::int as status, 0 as licenses
  from dongle_stock s;
create or replace view dongle_place as select * from dongle_held union all select * from dongle_stocked;
grant select on dongle_held, dongle_stocked to sealwright_desk;
create index dongle_by_shell_number on dongle (shell_number, guid) where deleted_at is null;
create index dongle_stock_by_shell_number on dongle_stock (shell_number, guid);

-- Mails and reports of a kind. Few mails are text messages.
create index mail_outbox_by_kind on mail_outbox (kind, created_at desc, id desc);
create index mail_outbox_sms on mail_outbox (created_at desc, id desc) where channel = 'sms';
create index feedback_by_kind on feedback (kind, created_at, guid);
