-- Several values of a filter ("locked or expired"). A label that is given to a search may name alternatives, with a
-- space between them: a row matches 'status=5 status=6' if it has one of the two. No label of a row has a space.
-- Everything else is as before (0005, 0007, 0009).

create function search_choices(indexed text, labels text[]) returns text
  language sql stable
  return coalesce((
    select string_agg(format(' and %s && %L::text[]', indexed, label_tokens(string_to_array(label, ' '))), '')
    from unnest(labels) as label where label like '% %'), '');

create function single_labels(labels text[]) returns text[]
  language sql immutable
  return array(select label from unnest(labels) as label where label is null or label not like '% %');

create or replace function asked_tokens(needle text, labels text[], within text[]) returns text[]
  language plpgsql stable
  as $$
  begin
    if coalesce(needle, '') = '' and coalesce(cardinality(labels), 0) = 0
      and within is null then raise exception 'a search needs a needle or a label'; end if;
    return coalesce(needle_tokens(current_developer(), nullif(needle, '')),
      '{}') || label_tokens(single_labels(labels));
  end
  $$;

drop function search_exceeds(searched_list, text[], text, text[], jsonb, int);
drop function search_condition(searched_list, text[], text[], jsonb);
-- Which rows match: $1 tokens, $2 a pattern, or null if the tokens are enough, $3 labels of which one is enough, or
-- null.
create function search_condition(list searched_list, tokens text[], labels text[], within text[], ranges jsonb)
  returns text
  language sql stable
  return format('developer_id + 0 = current_developer() and %s and ($2 is null or %s like $2)', list.living,
    list.content)
    || case when tokens = '{}' then '' else format(' and %s @> $1', list.tokens) end
    || search_choices(list.tokens, labels)
    || case when within is null then '' else format(' and %s && $3 and (%s)', list.tokens, list.visible) end
    || search_ranges(list, ranges, false);

create or replace function search_filter(list searched_list, needle text, labels text[], within text[], ranges jsonb)
  returns text
  language sql stable
  return 'true'
    || coalesce(format(' and %s like ', list.content) || quote_literal(like_pattern(lower(nullif(needle, '')))), '')
    || case when cardinality(single_labels(labels)) = 0 then ''
      else format(' and %s @> %L::text[]', list.labels, label_tokens(single_labels(labels))) end
    || search_choices(list.labels, labels)
    || case when within is null then '' else format(' and (%s)', list.visible) end
    || search_ranges(list, ranges, false);

create function search_exceeds(list searched_list, tokens text[], labels text[], pattern text, within text[],
  ranges jsonb, most int) returns boolean
  language plpgsql stable
  as $$
  declare
    enough int := most / 64.0 + 7.5 * sqrt(most / 64.0) + 5;
    found_count int;
  begin
    execute format('select count(*) from (select from %I where in_sample(guid) and %s limit $4) sample', list.name,
      search_condition(list, tokens, labels, within, ranges)) into found_count using tokens, pattern, within, enough;
    return found_count = enough;
  end
  $$;

create or replace function search_near(list searched_list, tokens text[], needle text, labels text[], within text[],
  ranges jsonb) returns text
  language plpgsql stable
  as $$
  declare
    few constant int := 20000;
    ranged jsonb[] := array(select jsonb_build_object(key, value) from jsonb_each(ranges)
      where value <> '[null, null]');
    near jsonb;
  begin
    if ranged = '{}' or not search_exceeds(list, tokens, labels, null, within, '{}', few) then return null; end if;
    foreach near in array ranged loop
      if search_has_few(list, near, few) then
        return format('(select * from %I where developer_id = current_developer() and %s%s offset 0) near where %s',
          list.name, list.living, search_ranges(list, near, true), search_filter(list, needle, labels, within, ranges));
      end if;
    end loop;
    return null;
  end
  $$;

create or replace function search_matching(list searched_list, needle text, labels text[], sort text, most int,
  ranges jsonb) returns bytea
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
      if search_exceeds(list, tokens, labels, pattern, within, ranges, most) then return null; end if;
      source := format('%I where %s', list.name, search_condition(list, tokens, labels, within, ranges));
    end if;
    execute format($q$
      select count(*), string_agg(uuid_send(guid), '' order by sort_key, guid) from (select guid, %s as sort_key from %s
        limit $4) matches
      $q$, search_column(list, sort), source) into found_count, guids using tokens, pattern, within, most + 1;
    return case when found_count <= most then coalesce(guids, '') end;
  end
  $$;

create or replace function search_page_of_many(list searched_list, needle text, labels text[], sort text,
  is_ascending boolean, skip int, take int, ranges jsonb) returns setof uuid
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
    execute format('select array(select guid from (select * from %I where developer_id = current_developer() and %s%s '
        || 'order by %s limit $1) walked where %s limit $2 offset $3)',
      list.name, list.living, search_ranges(list, walked, true), ordering,
      search_filter(list, needle, labels, within, ranges))
      into guids using 20000 + 10 * skip, take, skip;
    if cardinality(guids) = take then return query select unnest(guids); return; end if;
    return query execute format('select guid from %s order by %s limit $4 offset $5',
      coalesce(search_near(list, tokens, needle, labels, within, ranges), format('%I where %s', list.name,
        search_condition(list, tokens, labels, within, ranges))), ordering)
      using tokens, like_pattern(lower(nullif(needle, ''))), within, take, skip;
  end
  $$;

create or replace function search_count(list searched_list, labels text[], most int, ranges jsonb) returns int
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(null, labels, within);
    source text := search_near(list, tokens, null, labels, within, ranges);
    found_count int;
  begin
    if source is null then
      if search_exceeds(list, tokens, labels, null, within, ranges, most) then return most + 1; end if;
      source := format('%I where %s', list.name, search_condition(list, tokens, labels, within, ranges));
    end if;
    execute format('select count(*) from (select from %s limit $4) matches', source) into found_count
      using tokens, null::text, within, most + 1;
    return found_count;
  end
  $$;

create or replace function search_sampled(list searched_list, needle text, labels text[], ranges jsonb) returns int
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(needle, labels, within);
    pattern text := case when char_length(lower(needle)) > 2 then like_pattern(lower(needle)) end;
    found_count int;
  begin
    execute format('select count(*) from %I where in_sample(guid) and %s', list.name, search_condition(list, tokens,
      labels, within, ranges)) into found_count using tokens, pattern, within;
    return found_count;
  end
  $$;

revoke execute on function search_exceeds(searched_list, text[], text[], text, text[], jsonb, int) from public;
