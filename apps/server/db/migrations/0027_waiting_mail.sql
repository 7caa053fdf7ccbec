-- The rows that a waiting mail reveals. The row scope of its reader may change while the mail waits.
alter table waiting_mail
  add column about_kind text check (about_kind in ('product', 'license', 'user', 'customer')),
  -- Empty: only for readers who see all rows of the kind.
  add column about_guids uuid[],
  add constraint waiting_mail_about_check check ((about_kind is null) = (about_guids is null));
