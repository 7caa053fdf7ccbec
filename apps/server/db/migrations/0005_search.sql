-- The search of a list, made once for every table (docs/adr/0008). A table that is to be searched has developer_id,
-- guid, two token indexes and one index a sort, and then says
--
-- create index coupon_by_token on coupon using gin (coupon_tokens(developer_id, name, state)) where deleted_at is null;
-- create index coupon_sample_by_token on coupon using gin (coupon_tokens(developer_id, name, state)) where deleted_at
-- is null and in_sample(guid); create index coupon_by_name on coupon (developer_id, name, guid) where deleted_at is
-- null; call create_search('coupon', tokens => 'coupon_tokens(developer_id, name, state)', -- to the letter as indexed:
-- search_tokens(developer_id, <content>) || <labels> labels => 'coupon_labels(developer_id, state)', -- the row's
-- labels alone, text[], each with its tenant: '7:used' content => 'lower(name)', -- what a needle is looked for in, in
-- lower case; a line break between two columns living => 'deleted_at is null', -- as the indexes say it sorts =>
-- '{"name": "name"}'); -- sort → column, not null; ties go by guid
--
-- and so has, for the application, three functions that see the current developer's living rows only:
--
-- coupon_matching(needle text, labels text[], sort text, most int) returns bytea coupon_page_of_many(needle text,
-- labels text[], sort text, is_ascending boolean, skip int, take int) returns setof uuid coupon_count(labels text[],
-- most int) returns int
--
-- The function of the labels is inlined, and a walk then costs a fourth, when it is an SQL expression, not strict, and
-- says `developer_id::text ||` (`developer_id ||` is only stable). See form_tokens below. A needle is a part of the
-- content, null for none. Labels are filters by equality: a row must carry all that are given. They are given without
-- the tenant, so that nobody can name another's, and have three characters or more, so that none is a text's token. One
-- of both must be given. From TypeScript they are asked through kernel/db/search.ts.

create type searched_list as (name text, tokens text, labels text, content text, living text, sorts jsonb);

create function label_tokens(labels text[]) returns text[]
  language plpgsql stable
  as $$
  begin
    if exists (select from unnest(labels) as label where label is null or char_length(label) < 3)
      then raise exception 'a label has at least three characters'; end if;
    return array(select current_developer() || ':' || label from unnest(labels) as label);
  end
  $$;

create function asked_tokens(needle text, labels text[]) returns text[]
  language plpgsql stable
  as $$
  begin
    if coalesce(needle, '') = '' and coalesce(cardinality(labels), 0) = 0
      then raise exception 'a search needs a needle or a label'; end if;
    return coalesce(needle_tokens(current_developer(), nullif(needle, '')), '{}') || label_tokens(labels);
  end
  $$;

create function search_column(list searched_list, sort text) returns text
  language plpgsql immutable
  as $$
  begin
    if list.sorts ->> sort is null then raise exception 'no sort of %: %', list.name, sort; end if;
    return list.sorts ->> sort;
  end
  $$;

-- Which rows match: $1 tokens, $2 a pattern, or null where the tokens alone are right. `developer_id + 0` is checked on
-- each row but is no reason to read another index than that of the tokens.
create function search_condition(list searched_list) returns text
  language sql immutable
  return format('developer_id + 0 = current_developer() and %s and %s @> $1 and ($2 is null or %s like $2)',
    list.living, list.tokens, list.content);

-- The functions below are asked through those that create_search makes, which run as the owner: under row-level
-- security a token match cannot be an index condition. Their settings keep the planner, which knows nothing of how
-- often a needle occurs, to the token indexes and off parallel workers. What is executed is put together from the
-- list's own definition; what a caller gives is a parameter.

-- Whether the sample shows that more than `most` rows match: seven and a half standard deviations above what a sample
-- of `most` rows has, and five rows, without which a small `most` would be exceeded by chance.
create function search_exceeds(list searched_list, tokens text[], pattern text, most int) returns boolean
  language plpgsql stable
  as $$
  declare
    enough int := most / 64.0 + 7.5 * sqrt(most / 64.0) + 5;
    found_count int;
  begin
    execute format('select count(*) from (select from %I where in_sample(guid) and %s limit $3) sample', list.name,
      search_condition(list)) into found_count using tokens, pattern, enough;
    return found_count = enough;
  end
  $$;

-- The guids of the rows that match, 16 bytes each, ascending by `sort`, then guid; null when there are more than
-- `most`.
create function search_matching(list searched_list, needle text, labels text[], sort text, most int) returns bytea
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    tokens text[] := asked_tokens(needle, labels);
    pattern text := case when char_length(lower(needle)) > 2 then like_pattern(lower(needle)) end;
    found_count int;
    guids bytea;
  begin
    if search_exceeds(list, tokens, pattern, most) then return null; end if;
    execute format($q$
      select count(*), string_agg(uuid_send(guid), '' order by sort_key, guid) from (select guid, %s as sort_key from %I
        where %s limit $3) matches
      $q$, search_column(list, sort), list.name, search_condition(list)) into found_count, guids
        using tokens, pattern, most + 1;
    return case when found_count <= most then coalesce(guids, '') end;
  end
  $$;

-- One page of a search that has too many matches to sort: walks the order, filtering, and where the matches lie too far
-- down it, sorts them after all.
create function search_page_of_many(list searched_list, needle text, labels text[], sort text, is_ascending boolean,
  skip int, take int) returns setof uuid
  language plpgsql stable set enable_seqscan = off set enable_sort = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    tokens text[] := asked_tokens(needle, labels);
    pattern text := like_pattern(lower(nullif(needle, '')));
    ordering text := format('%1$s %2$s, guid %2$s', search_column(list, sort), case when is_ascending then 'asc'
      else 'desc' end);
    guids uuid[];
  begin
    -- The columns that the filters do not need are left out by the planner, so that an index may be all that is read.
    execute format($q$
      select array(
        select guid from (select * from %I where developer_id = current_developer() and %s order by %s limit $1) walked
        where ($2 is null or %s like $2) and ($3 = '{}' or %s @> $3) limit $4 offset $5)
      $q$, list.name, list.living, ordering, list.content, list.labels) into guids
        using 20000 + 10 * skip, pattern, label_tokens(labels), take, skip;
    if cardinality(guids) = take then return query select unnest(guids); return; end if;
    return query execute format('select guid from %I where %s order by %s limit $3 offset $4', list.name,
      search_condition(list), ordering) using tokens, pattern, take, skip;
  end
  $$;

-- How many rows carry all the labels; most + 1 when there are more than `most`.
create function search_count(list searched_list, labels text[], most int) returns int
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    tokens text[] := asked_tokens(null, labels);
    found_count int;
  begin
    if search_exceeds(list, tokens, null, most) then return most + 1; end if;
    execute format('select count(*) from (select from %I where %s limit $3) matches', list.name, search_condition(list))
      into found_count using tokens, null::text, most + 1;
    return found_count;
  end
  $$;

create procedure create_search(name text, tokens text, labels text, content text, living text, sorts jsonb)
  language plpgsql
  as $$
  declare
    list searched_list := row(name, tokens, labels, content, living, sorts);
    made text;
  begin
    -- An expression that the table does not have fails here, not at the first search.
    execute format('select (%s)::text[], (%s)::text[], (%s)::text, %s from %I where %s limit 0', tokens, labels,
      content, (select string_agg(value, ', ') from jsonb_each_text(sorts)), name, living);
    execute format($f$
      create function %I(needle text, labels text[], sort text, most int) returns bytea
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_matching(%L::searched_list, needle, labels, sort, most) $b$
      $f$, name || '_matching', list);
    execute format($f$
      create function %I(needle text, labels text[], sort text, is_ascending boolean, skip int, take int)
        returns setof uuid
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_page_of_many(%L::searched_list, needle, labels, sort, is_ascending, skip, take) $b$
      $f$, name || '_page_of_many', list);
    execute format($f$
      create function %I(labels text[], most int) returns int
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_count(%L::searched_list, labels, most) $b$
      $f$, name || '_count', list);
    made := format('%I(text, text[], text, int), %I(text, text[], text, boolean, int, int), %I(text[], int)',
      name || '_matching', name || '_page_of_many', name || '_count');
    execute format('revoke execute on function %s from public', made);
    execute format('grant execute on function %s to sealwright_app', made);
  end
  $$;

revoke execute on procedure create_search(text, text, text, text, text, jsonb) from public;
revoke execute on function search_exceeds(searched_list, text[], text, int), search_matching(searched_list, text,
  text[], text, int),
  search_page_of_many(searched_list, text, text[], text, boolean, int, int), search_count(searched_list, text[], int)
    from public;

-- Products go over to it, with the indexes they have; their labels are 'cloud' and 'soft'. The same tokens as before,
-- now inlined.
create or replace function form_tokens(developer_id bigint, license_form int) returns text[]
  language sql immutable parallel safe
  return case license_form
    when 1 then array[developer_id::text || ':cloud']
    when 2 then array[developer_id::text || ':soft']
    when 3 then array[developer_id::text || ':cloud', developer_id::text || ':soft']
  end;
drop function product_matching(text, int, text, int), product_page_of_many(text, int, text, boolean, int, int);
call create_search('product',
  tokens => 'product_tokens(developer_id, name, display_name, license_form)',
  labels => 'form_tokens(developer_id, license_form)',
  content => 'product_text(name, display_name)',
  living => 'deleted_at is null',
  sorts => '{"name": "name", "licenseId": "license_id", "updateTime": "updated_at"}');
