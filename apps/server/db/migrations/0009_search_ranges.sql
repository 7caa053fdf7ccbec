-- Ranges of time in the search of a list ("issued between", "expires before"), beside needle and labels. Besides what
-- 0005 and 0007 say, a list may say
--
-- create index coupon_by_expiry on coupon (developer_id, expires_at, guid) where deleted_at is null; -- a ranged column
-- has an index, as a sort has call create_search('coupon', …, ranges => '{"expireTime": "expires_at"}'); -- name →
-- timestamptz column; null is in no range
--
-- and each of its functions takes, last, `ranges jsonb default '{}'`: {"expireTime": ["2026-01-01T00:00:00Z", null]},
-- from (inclusive) and until (exclusive), either of which may be null. A range is no token. Alone it is therefore no
-- search, and refused as one for nothing is: a query that has neither needle nor label nor row scope walks, since an
-- index of times is asked under row-level security as well (kernel/db/search.ts, inRange).

alter type searched_list add attribute ranges jsonb;

-- The functions of each list hold the definition as it was; they are made anew below.
do $$
declare name text;
begin
  foreach name in array array['product', 'template', 'customer', 'end_user'] loop
    execute
      format('drop function %I(text, text[], text, int), %I(text, text[], text, boolean, int, int), %I(text[], int)',
      name || '_matching', name || '_page_of_many', name || '_count');
  end loop;
end $$;
drop function search_matching(searched_list, text, text[], text, int), search_page_of_many(searched_list, text, text[],
  text, boolean, int, int), search_count(searched_list, text[], int);
drop function search_exceeds(searched_list, text[], text, text[], int);
drop function search_condition(searched_list, text[], text[]);
drop procedure create_search(text, text, text, text, text, jsonb, text, text);

-- Ranges as conditions, ' and ' before each. What a caller gives is cast before it is put into a statement. Where no
-- index is to be asked for it (`+ interval '0'`), it is no reason to read another one than that of the tokens: one of
-- times alone would lead through every developer's rows.
create function search_ranges(list searched_list, ranges jsonb, is_indexed boolean) returns text
  language plpgsql stable
  as $$
  declare
    conditions text := '';
    asked text;
    bounds jsonb;
    ranged text;
  begin
    for asked, bounds in select key, value from jsonb_each(ranges) loop
      ranged := list.ranges ->> asked;
      if ranged is null then raise exception 'no range of %: %', list.name, asked; end if;
      if jsonb_typeof(bounds) <> 'array' or jsonb_array_length(bounds) <> 2
        then raise exception 'a range has a from and an until'; end if;
      if not is_indexed then ranged := ranged || $i$ + interval '0'$i$; end if;
      conditions := conditions || coalesce(format(' and %s >= ', ranged) || quote_literal((bounds ->> 0)::timestamptz),
        '') || coalesce(format(' and %s < ', ranged) || quote_literal((bounds ->> 1)::timestamptz), '');
    end loop;
    return conditions;
  end
  $$;

-- Which rows match: $1 tokens, $2 a pattern, or null where the tokens alone are right, $3 labels of which one is
-- enough, or null.
create function search_condition(list searched_list, tokens text[], within text[], ranges jsonb) returns text
  language sql stable
  return format('developer_id + 0 = current_developer() and %s and ($2 is null or %s like $2)', list.living,
    list.content)
    || case when tokens = '{}' then '' else format(' and %s @> $1', list.tokens) end
    || case when within is null then '' else format(' and %s && $3 and (%s)', list.tokens, list.visible) end
    || search_ranges(list, ranges, false);

-- For rows that are read one by one: asks text and labels, not tokens, which would be made for each row.
create function search_filter(list searched_list, needle text, labels text[], within text[], ranges jsonb) returns text
  language sql stable
  return 'true' || coalesce(format(' and %s like ', list.content) || quote_literal(like_pattern(lower(nullif(needle,
    '')))), '')
    || case when coalesce(cardinality(labels), 0) = 0 then ''
      else format(' and %s @> %L::text[]', list.labels, label_tokens(labels)) end
    || case when within is null then '' else format(' and (%s)', list.visible) end
    || search_ranges(list, ranges, false);

create function search_exceeds(list searched_list, tokens text[], pattern text, within text[], ranges jsonb, most int)
  returns boolean
  language plpgsql stable
  as $$
  declare
    enough int := most / 64.0 + 7.5 * sqrt(most / 64.0) + 5;
    found_count int;
  begin
    execute format('select count(*) from (select from %I where in_sample(guid) and %s limit $4) sample', list.name,
      search_condition(list, tokens, within, ranges)) into found_count using tokens, pattern, within, enough;
    return found_count = enough;
  end
  $$;

-- Whether no more than `most` rows lie in one range; of two at once, an index could not tell without walking one of
-- them.
create function search_has_few(list searched_list, ranges jsonb, most int) returns boolean
  language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off set enable_indexscan = on
    set max_parallel_workers_per_gather = 0
  as $$
  declare found_count int;
  begin
    execute
      format('select count(*) from (select from %I where developer_id = current_developer() and %s%s limit $1) ranged',
      list.name, list.living, search_ranges(list, ranges, true)) into found_count using most + 1;
    return found_count <= most;
  end
  $$;

-- What stands after `from` where the tokens find many rows, as a label on half of the list does, and one of the ranges
-- few: then these are read and filtered one by one. Null where the tokens are to be asked.
create function search_near(list searched_list, tokens text[], needle text, labels text[], within text[], ranges jsonb)
  returns text
  language plpgsql stable
  as $$
  declare
    few constant int := 20000;
    ranged jsonb[] := array(select jsonb_build_object(key, value) from jsonb_each(ranges)
      where value <> '[null, null]');
    near jsonb;
  begin
    if ranged = '{}' or not search_exceeds(list, tokens, null, within, '{}', few) then return null; end if;
    foreach near in array ranged loop
      if search_has_few(list, near, few) then
        return format('(select * from %I where developer_id = current_developer() and %s%s offset 0) near where %s',
          list.name, list.living, search_ranges(list, near, true), search_filter(list, needle, labels, within, ranges));
      end if;
    end loop;
    return null;
  end
  $$;

create function search_matching(list searched_list, needle text, labels text[], sort text, most int, ranges jsonb)
  returns bytea
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(needle, labels, within);
    pattern text := case when char_length(lower(needle)) > 2 then like_pattern(lower(needle)) end;
    source text := search_near(list, tokens, needle, labels, within, ranges);
    found_count int;
    guids bytea;
  begin
    if source is null then
      if search_exceeds(list, tokens, pattern, within, ranges, most) then return null; end if;
      source := format('%I where %s', list.name, search_condition(list, tokens, within, ranges));
    end if;
    execute format($q$
      select count(*), string_agg(uuid_send(guid), '' order by sort_key, guid) from (select guid, %s as sort_key from %s
        limit $4) matches
      $q$, search_column(list, sort), source) into found_count, guids using tokens, pattern, within, most + 1;
    return case when found_count <= most then coalesce(guids, '') end;
  end
  $$;

create function search_page_of_many(list searched_list, needle text, labels text[], sort text, is_ascending boolean,
  skip int, take int, ranges jsonb) returns setof uuid
  language plpgsql stable set enable_seqscan = off set enable_sort = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(needle, labels, within);
    sorted text := search_column(list, sort);
    ordering text := format('%1$s %2$s, guid %2$s', sorted, case when is_ascending then 'asc' else 'desc' end);
    -- The walk keeps to a range of what it is ordered by. The other ranges are asked of what it met: within it, they
    -- would take it beyond its budget.
    walked jsonb := (select jsonb_object_agg(key, value) from jsonb_each(ranges) where list.ranges ->> key = sorted);
    guids uuid[];
  begin
    -- The columns that the filters do not need are left out by the planner, so that an index may be all that is read.
    execute
      format('select array(select guid from (select * from %I where developer_id = current_developer() and %s%s '
             'order by %s limit $1) walked where %s limit $2 offset $3)',
      list.name, list.living, search_ranges(list, walked, true), ordering, search_filter(list, needle, labels, within,
        ranges)) into guids using 20000 + 10 * skip, take, skip;
    if cardinality(guids) = take then return query select unnest(guids); return; end if;
    return query execute format('select guid from %s order by %s limit $4 offset $5',
      coalesce(search_near(list, tokens, needle, labels, within, ranges), format('%I where %s', list.name,
        search_condition(list, tokens, within, ranges))), ordering)
      using tokens, like_pattern(lower(nullif(needle, ''))), within, take, skip;
  end
  $$;

create function search_count(list searched_list, labels text[], most int, ranges jsonb) returns int
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(null, labels, within);
    source text := search_near(list, tokens, null, labels, within, ranges);
    found_count int;
  begin
    if source is null then
      if search_exceeds(list, tokens, null, within, ranges, most) then return most + 1; end if;
      source := format('%I where %s', list.name, search_condition(list, tokens, within, ranges));
    end if;
    execute format('select count(*) from (select from %s limit $4) matches', source) into found_count
      using tokens, null::text, within, most + 1;
    return found_count;
  end
  $$;

-- How many of the sample match: of many rows a guess that costs the same among a million.
create function search_sampled(list searched_list, needle text, labels text[], ranges jsonb) returns int
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(needle, labels, within);
    pattern text := case when char_length(lower(needle)) > 2 then like_pattern(lower(needle)) end;
    found_count int;
  begin
    execute format('select count(*) from %I where in_sample(guid) and %s', list.name, search_condition(list, tokens,
      within, ranges)) into found_count using tokens, pattern, within;
    return found_count;
  end
  $$;

create procedure create_search(name text, tokens text, labels text, content text, living text, sorts jsonb,
  visible text default 'true', within text default 'null', ranges jsonb default '{}')
  language plpgsql
  as $$
  declare
    list searched_list := row(name, tokens, labels, content, living, sorts, visible, within, ranges);
    made text;
  begin
    -- An expression that the table does not have fails here, not at the first search.
    execute
      format('select (%s)::text[], (%s)::text[], (%s)::text, (%s)::boolean, (%s)::text[], %s%s from %I where %s '
             'limit 0',
      tokens, labels, content, visible, within,
      (select string_agg(value, ', ') from jsonb_each_text(sorts)), (select string_agg(format(', %s < now()', value),
        '') from jsonb_each_text(ranges)), name, living);
    execute format('drop policy if exists scope on %I', name);
    execute format('create policy scope on %I as restrictive for select using (%s)', name, visible);
    execute format($f$
      create or replace function %I(needle text, labels text[], sort text, most int, ranges jsonb default '{}')
        returns bytea
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_matching(%L::searched_list, needle, labels, sort, most, ranges) $b$
      $f$, name || '_matching', list);
    execute format($f$
      create or replace function %I(needle text, labels text[], sort text, is_ascending boolean, skip int, take int,
        ranges jsonb default '{}') returns setof uuid
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_page_of_many(%L::searched_list, needle, labels, sort, is_ascending, skip, take, ranges) $b$
      $f$, name || '_page_of_many', list);
    execute format($f$
      create or replace function %I(labels text[], most int, ranges jsonb default '{}') returns int
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_count(%L::searched_list, labels, most, ranges) $b$
      $f$, name || '_count', list);
    execute format($f$
      create or replace function %I(needle text, labels text[], ranges jsonb) returns int
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_sampled(%L::searched_list, needle, labels, ranges) $b$
      $f$, name || '_sampled', list);
    made :=
      format('%I(text, text[], text, int, jsonb), %I(text, text[], text, boolean, int, int, jsonb), %I(text[], int, '
             'jsonb), %I(text, text[], jsonb)',
      name || '_matching', name || '_page_of_many', name || '_count', name || '_sampled');
    execute format('revoke execute on function %s from public', made);
    execute format('grant execute on function %s to sealwright_app', made);
  end
  $$;
revoke execute on procedure create_search(text, text, text, text, text, jsonb, text, text, jsonb) from public;
revoke execute on function search_near(searched_list, text[], text, text[], text[], jsonb),
  search_has_few(searched_list, jsonb, int), search_exceeds(searched_list, text[], text, text[], jsonb, int),
  search_matching(searched_list, text, text[], text, int, jsonb),
  search_page_of_many(searched_list, text, text[], text, boolean, int, int, jsonb), search_count(searched_list, text[],
    int, jsonb), search_sampled(searched_list, text, text[], jsonb) from public;

-- The lists that there are, as they were.
call create_search('product',
  tokens => 'product_tokens(developer_id, name, display_name, license_form, created_by, assigned_to)',
  labels => 'product_labels(developer_id, license_form, created_by, assigned_to)',
  content => 'product_text(name, display_name)',
  living => 'deleted_at is null',
  sorts => '{"name": "name", "licenseId": "license_id", "updateTime": "updated_at"}',
  visible => $v$(select sees_all('product')) or created_by = (select acting_account())
    or assigned_to && (select acting_assignees())$v$,
  within => $w$own_part('product')$w$);
call create_search('template',
  tokens => 'template_tokens(developer_id, name, family, license_ids, license_form, created_by, assigned_to)',
  labels => 'template_labels(developer_id, family, license_ids, license_form, created_by, assigned_to)',
  content => 'lower(name)',
  living => 'deleted_at is null',
  sorts => '{"name": "name", "licenseId": "license_id", "updateTime": "updated_at"}',
  visible => $v$(select sees_all('product')) or created_by = (select acting_account())
    or (license_ids <@ (select seen_products()) and ((select sees_all('template'))
    or assigned_to && (select acting_assignees())))$v$,
  within => $w$case when not sees_all('product') then array['admin=' || acting_account()] || array(select 'product=' ||
    id from unnest(seen_products()) as id) end$w$);
call create_search('customer',
  tokens => 'customer_tokens(developer_id, customer_text(name, contact, phone, email), created_by, assigned_to)',
  labels => 'part_labels(developer_id, created_by, assigned_to)',
  content => 'customer_text(name, contact, phone, email)',
  living => 'deleted_at is null',
  sorts => '{"name": "name", "updateTime": "updated_at"}',
  visible => $v$(select sees_all('customer')) or created_by = (select acting_account())
    or assigned_to && (select acting_assignees())$v$,
  within => $w$own_part('customer')$w$);
do $$
declare
  labels text :=
    'end_user_labels(developer_id, account_type, customer_guid, tag_guids, created_by, assigned_to, activated_at is '
    'not null)';
  content text := 'end_user_text(account, user_name, phone)';
  tokens text := format('end_user_tokens(developer_id, %s, %s)', content, labels);
begin
  call create_search('end_user', tokens => tokens, labels => labels, content => content, living => 'deleted_at is null',
    sorts => '{"account": "account", "updateTime": "updated_at", "createTime": "created_at"}',
    visible => $v$(select sees_all('user')) or created_by = (select acting_account())
      or assigned_to && (select acting_assignees()) or customer_guid = any ((select assigned_customers())::uuid[])$v$,
    within => $w$case when not sees_all('user') then own_part('user') || array(select 'customer=' || guid
      from unnest(assigned_customers()) as guid) end$w$);
end $$;
