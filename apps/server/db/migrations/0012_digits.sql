-- Numbers are found at once. Of a phone number every pair of digits is in a tenth of all rows, and reading what so many
-- rows share took a hundred milliseconds; four digits in a row are in one of ten thousand. They are a token of their
-- own, with a mark that neither a pair nor a label begins with.
create or replace function search_tokens(developer_id bigint, content text) returns text[]
  language plpgsql immutable strict parallel safe cost 1000
  as $$
  declare
    home text := developer_id || ':';
    tokens text[] := '{}';
    before text;
    digits text := '';
    c text;
  begin
    foreach c in array string_to_array(lower(content), null) loop
      tokens := tokens || (home || c);
      if before is not null then tokens := tokens || (home || before || c); end if;
      before := c;
      if ascii(c) between 48 and 57 then
        digits := right(digits, 3) || c;
        if length(digits) = 4 then tokens := tokens || (home || '#' || digits); end if;
      else
        digits := '';
      end if;
    end loop;
    return tokens;
  end
  $$;

-- The tokens a needle needs: its fours of digits and the pairs that are not of digits alone; without a four, its pairs,
-- or its one character.
create or replace function needle_tokens(developer_id bigint, needle text) returns text[]
  language sql immutable strict parallel safe
  as $$
    select case when cardinality(c) < 2 then array[developer_id || ':' || c[1]]
      else array(select developer_id || ':' || a || b from unnest(c, c[2:]) as pair(a, b) where b is not null
        and (fours = '{}' or a || b !~ '^[0-9]{2}$')) || fours end
    from (
      select string_to_array(lower(needle), null) as c,
        array(select developer_id || ':#' || substr(run[1], i, 4)
          from regexp_matches(needle, '[0-9]{4,}', 'g') as run, generate_series(1, length(run[1]) - 3) as i) as fours
    ) t
  $$;

do $$
declare found regclass;
begin
  for found in select i.indexrelid::regclass from pg_index i where i.indrelid in (select oid from pg_class
    where relnamespace = 'public'::regnamespace) and pg_get_indexdef(i.indexrelid) ~ '_tokens\(' loop
    execute format('reindex index %s', found);
  end loop;
end $$;
