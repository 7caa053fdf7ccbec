-- A mail in HTML as well as in text.
alter table mail_outbox add column html text;
