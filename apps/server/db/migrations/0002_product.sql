-- Products. A deleted product stays as a row, so that its license id is never given out again: the unique constraint
-- covers it.
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
create index product_by_name on product (developer_id, name, guid) include (display_name) where deleted_at is null;
create index product_cloud_by_update on product (developer_id, updated_at desc, guid desc) where deleted_at is null
  and license_form in (1, 3);
create index product_soft_by_update on product (developer_id, updated_at desc, guid desc) where deleted_at is null
  and license_form in (2, 3);

-- What a product is searched in. A line break parts the two names: no needle has one, so nothing is found across them.
create function product_text(name text, display_name text) returns text
  language sql immutable strict parallel safe
  return lower(name || chr(10) || display_name);

-- License forms are tokens too (longer than any of a text), so that needle and form narrow in one look-up.
create function form_tokens(developer_id bigint, license_form int) returns text[]
  language sql immutable strict parallel safe
  return array_remove(array[case when license_form & 1 > 0 then developer_id || ':cloud' end, case
    when license_form & 2 > 0 then developer_id || ':soft' end], null);

create function product_tokens(developer_id bigint, name text, display_name text, license_form int) returns text[]
  language sql immutable strict parallel safe cost 1000
  return search_tokens(developer_id, product_text(name, display_name)) || form_tokens(developer_id, license_form);

create index product_by_token on product using gin (product_tokens(developer_id, name, display_name, license_form))
  where deleted_at is null;
create index product_sample_by_token on product using gin (product_tokens(developer_id, name, display_name,
  license_form)) where deleted_at is null and in_sample(guid);

-- Searches are owner functions, since under row-level security a token match cannot be an index condition; they read
-- the tenant themselves. Their settings keep the planner, which knows nothing of how often a needle occurs, to the
-- token indexes and off parallel workers; `developer_id + 0` is checked on each row but is no reason to read another
-- index.

-- The guids of the products whose name or display name holds the needle and that offer the form (null: any), 16 bytes
-- each, ascending by `sort`, then guid; null when there are more than `most`.
create function product_matching(needle text, form int, sort text, most int) returns bytea
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off
    set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_custom_plan
  as $$
  declare
    tokens text[] := needle_tokens(current_developer(), needle) || coalesce(form_tokens(current_developer(), form),
      '{}');
    pattern text := like_pattern(lower(needle));
    is_token boolean := char_length(needle) <= 2; -- then the index alone is right
    -- Seven and a half standard deviations above what a sample of `most` rows has.
    enough int := most / 64.0 + 7.5 * sqrt(most / 64.0);
    found_count int;
    guids bytea;
  begin
    select count(*) into found_count from (
      select 1 from product
      where developer_id + 0 = current_developer() and deleted_at is null and in_sample(guid)
        and product_tokens(developer_id, name, display_name, license_form) @> tokens and (is_token
          or product_text(name, display_name) like pattern)
      limit enough
    ) sample;
    if found_count = enough then return null; end if;

    select count(*), string_agg(uuid_send(guid), '' order by name_key, number_key, time_key, guid)
      into found_count, guids from (
      select guid, case sort when 'name' then name end as name_key, case sort when 'licenseId'
        then license_id end as number_key, case sort when 'updateTime' then updated_at end as time_key
      from product
      where developer_id + 0 = current_developer() and deleted_at is null
        and product_tokens(developer_id, name, display_name, license_form) @> tokens and (is_token
          or product_text(name, display_name) like pattern)
      limit most + 1
    ) matches;
    return case when found_count <= most then coalesce(guids, '') end;
  end
  $$;

-- One page of a search that has too many matches to sort: walks the order, filtering, and where the matches lie too far
-- down it, sorts them after all.
create function product_page_of_many(needle text, form int, sort text, is_ascending boolean, skip int, take int)
  returns setof uuid
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_sort = off
    set max_parallel_workers_per_gather = 0
  as $$
  declare
    pattern text := like_pattern(lower(needle));
    -- as the indexes say it
    forms text := case form when 1 then 'license_form in (1, 3)' when 2 then 'license_form in (2, 3)' else 'true' end;
    direction text := case when is_ascending then 'asc' else 'desc' end;
    ordering text := case sort
      when 'name' then format('name %1$s, guid %1$s', direction)
      when 'licenseId' then format('license_id %s', direction)
      when 'updateTime' then format('updated_at %1$s, guid %1$s', direction)
    end;
    guids uuid[];
  begin
    execute format($q$
      select array(
        select guid from (
          select guid, product_text(name, display_name) as content from product
          where developer_id = current_developer() and deleted_at is null and %s order by %s limit $1
        ) walked where content like $2 limit $3 offset $4)
      $q$, forms, ordering) into guids using 20000 + 10 * skip, pattern, take, skip;
    if cardinality(guids) = take then return query select unnest(guids); return; end if;
    return query execute format($q$
      select guid from product
      where developer_id + 0 = current_developer() and deleted_at is null
        and product_tokens(developer_id, name, display_name, license_form) @> $1
          and product_text(name, display_name) like $2
      order by %s limit $3 offset $4
      $q$, ordering) using needle_tokens(current_developer(), needle) || coalesce(form_tokens(current_developer(),
        form), '{}'), pattern, take, skip;
  end
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
    select developer_id, c.name, sum(c.n) from added, product_counters(license_form, modules,
      rom_size + raw_size + pub_size) c
    where deleted_at is null group by 1, 2 having sum(c.n) <> 0;
    if tg_op = 'UPDATE' then
      insert into counter_delta (developer_id, name, delta)
      select developer_id, c.name, -sum(c.n) from removed, product_counters(license_form, modules,
        rom_size + raw_size + pub_size) c
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
revoke execute on function product_matching(text, int, text, int), product_page_of_many(text, int, text, boolean, int,
  int), product_count() from public;
grant execute on function product_matching(text, int, text, int), product_page_of_many(text, int, text, boolean, int,
  int) to sealwright_app;
