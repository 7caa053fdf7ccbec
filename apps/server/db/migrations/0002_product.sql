-- Products. A deleted product stays as a row, so that its license id is never given out again: the unique constraint covers it.
create table product (
  developer_id bigint not null references developer,
  guid uuid not null,
  license_id bigint not null check (license_id between 1 and 4294967295),
  name text not null check (char_length(name) between 1 and 64),
  display_name text not null check (char_length(display_name) between 1 and 20),
  license_form int not null check (license_form between 1 and 3),
  license_version int check (license_version >= 0),
  brief text check (char_length(brief) <= 600),
  logo bytea check (octet_length(logo) <= 65535),
  modules jsonb not null default '[]',
  rom jsonb,
  raw jsonb,
  pub jsonb,
  rom_size int not null default 0 check (rom_size between 0 and 65535),
  raw_size int not null default 0 check (raw_size between 0 and 65535),
  pub_size int not null default 0 check (pub_size between 0 and 65535),
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid),
  constraint product_license_id_unique unique (developer_id, license_id)
);
create index product_created_by on product (created_by);
create index product_updated_by on product (updated_by);

-- One index an order, and one a license form for the order the list opens with.
create index product_by_update on product (developer_id, updated_at desc, guid desc) where deleted_at is null;
create index product_by_name on product (developer_id, name, guid) where deleted_at is null;
create index product_cloud_by_update on product (developer_id, updated_at desc, guid desc) where deleted_at is null and license_form in (1, 3);
create index product_soft_by_update on product (developer_id, updated_at desc, guid desc) where deleted_at is null and license_form in (2, 3);
create index product_by_token on product using gin (developer_id, search_tokens(name || ' ' || display_name)) where deleted_at is null;

-- The products whose name or display name holds the needle, at most `most`, in no order. An owner function, since under row-level security
-- a token match cannot be an index condition; it reads the tenant itself.
create function product_matching(needle text, most int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select guid from product
    where developer_id = current_developer() and deleted_at is null
      and search_tokens(name || ' ' || display_name) @> needle_tokens(needle)
      and (name ilike like_pattern(needle) or display_name ilike like_pattern(needle))
    limit most
  $$;

-- Which counters a product counts in, and by how much.
create function product_counters(license_form int, modules jsonb, area_bytes int) returns table (name text, n int)
  language sql immutable
  as $$
    values ('product', 1), ('product.cloud', license_form & 1), ('product.soft', (license_form & 2) / 2),
      ('product.withModules', (modules <> '[]')::int), ('product.withDataArea', (area_bytes > 0)::int)
  $$;

create function product_count() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into counter_delta (developer_id, name, delta)
    select developer_id, c.name, sum(c.n) from added, product_counters(license_form, modules, rom_size + raw_size + pub_size) c
    where deleted_at is null group by 1, 2 having sum(c.n) <> 0;
    if tg_op = 'UPDATE' then
      insert into counter_delta (developer_id, name, delta)
      select developer_id, c.name, -sum(c.n) from removed, product_counters(license_form, modules, rom_size + raw_size + pub_size) c
      where deleted_at is null group by 1, 2 having sum(c.n) <> 0;
    end if;
    return null;
  end
  $$;
create trigger product_count_insert after insert on product
  referencing new table as added for each statement execute function product_count();
create trigger product_count_update after update on product
  referencing old table as removed new table as added for each statement execute function product_count();

alter table product enable row level security;
create policy tenant on product using (developer_id = current_developer());
grant select, insert, update on product to sealwright_app;
