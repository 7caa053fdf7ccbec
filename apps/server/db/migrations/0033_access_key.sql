-- Access keys of the open API. A key acts as an account of its own, which nobody can sign in to: what it does has an
-- author, and products are assigned to it as to an administrator.
alter table account add column is_key boolean not null default false;
