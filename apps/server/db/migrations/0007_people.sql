-- People: who uses a developer's software (users, customers, tags), who works for it (roles, administrators,
-- integrators), what each of them may see, and the tasks that work through many of them.

-- ── What a caller may see ────────────────────────────────────────────────────────────────────────────────────────────
-- Row scope is a wall like the tenant's: the transaction says who acts and of which kinds that person sees only a part,
-- and restrictive policies hold every list, count, look-up and export to it. Unset, as for the server's own work,
-- everything of the tenant is seen. A row is in somebody's part when they made it or it is assigned to them; an
-- assignee is an administrator's account or an integrator.
create function sees_all(kind text) returns boolean
  language sql stable parallel safe
  return kind <> all (string_to_array(coalesce(current_setting('sealwright.limited', true), ''), ','));
create function acting_account() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('sealwright.account_id', true), '')::uuid;
create function acting_assignees() returns uuid[]
  language sql stable parallel safe
  return coalesce(nullif(current_setting('sealwright.assignees', true), '')::uuid[], '{}');

alter table developer drop column dev_type; -- 1 stands for a member of an integrator now
alter table product add column assigned_to uuid[] not null default '{}';
alter table template add column assigned_to uuid[] not null default '{}';
create index product_assigned_to on product using gin (assigned_to) where assigned_to <> '{}';
create index template_assigned_to on template using gin (assigned_to) where assigned_to <> '{}';

-- The products of the acting person's part.
create function seen_products() returns bigint[]
  language sql stable
  return array(select license_id from product where developer_id = current_developer()
    and (created_by = acting_account() or assigned_to && acting_assignees()));

-- ── The search of a list, held to what is seen ───────────────────────────────────────────────────────────────────────
-- `visible` is the list's policy, asked of each row; `within` answers null where all is seen, else labels of which a
-- row carries at least one: what the index is asked for, so that a small part of a large table is found without walking
-- the table.
alter type searched_list add attribute visible text, add attribute within text;

drop function search_condition(searched_list);
-- Which rows match: $1 tokens, $2 a pattern, or null where the tokens alone are right, $3 labels of which one is
-- enough, or null.
create function search_condition(list searched_list, tokens text[], within text[]) returns text
  language sql immutable
  return format('developer_id + 0 = current_developer() and %s and ($2 is null or %s like $2)', list.living,
    list.content)
    || case when tokens = '{}' then '' else format(' and %s @> $1', list.tokens) end
    || case when within is null then '' else format(' and %s && $3 and (%s)', list.tokens, list.visible) end;

create function search_within(list searched_list) returns text[]
  language plpgsql stable
  as $$
  declare found text[];
  begin
    execute format('select %s', list.within) into found;
    return case when found is not null then label_tokens(found) end;
  end
  $$;

drop function asked_tokens(text, text[]);
create function asked_tokens(needle text, labels text[], within text[]) returns text[]
  language plpgsql stable
  as $$
  begin
    if coalesce(needle, '') = '' and coalesce(cardinality(labels), 0) = 0 and within is null
      then raise exception 'a search needs a needle or a label'; end if;
    return coalesce(needle_tokens(current_developer(), nullif(needle, '')), '{}') || label_tokens(labels);
  end
  $$;

drop function search_exceeds(searched_list, text[], text, int);
create function search_exceeds(list searched_list, tokens text[], pattern text, within text[], most int) returns boolean
  language plpgsql stable
  as $$
  declare
    enough int := most / 64.0 + 7.5 * sqrt(most / 64.0) + 5;
    found_count int;
  begin
    execute format('select count(*) from (select from %I where in_sample(guid) and %s limit $4) sample', list.name,
      search_condition(list, tokens, within)) into found_count using tokens, pattern, within, enough;
    return found_count = enough;
  end
  $$;

create or replace function search_matching(list searched_list, needle text, labels text[], sort text, most int)
  returns bytea
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(needle, labels, within);
    pattern text := case when char_length(lower(needle)) > 2 then like_pattern(lower(needle)) end;
    found_count int;
    guids bytea;
  begin
    if search_exceeds(list, tokens, pattern, within, most) then return null; end if;
    execute format($q$
      select count(*), string_agg(uuid_send(guid), '' order by sort_key, guid) from (select guid, %s as sort_key from %I
        where %s limit $4) matches
      $q$, search_column(list, sort), list.name, search_condition(list, tokens, within)) into found_count, guids
        using tokens, pattern, within, most + 1;
    return case when found_count <= most then coalesce(guids, '') end;
  end
  $$;

create or replace function search_page_of_many(list searched_list, needle text, labels text[], sort text,
  is_ascending boolean, skip int, take int) returns setof uuid
  language plpgsql stable set enable_seqscan = off set enable_sort = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(needle, labels, within);
    pattern text := like_pattern(lower(nullif(needle, '')));
    ordering text := format('%1$s %2$s, guid %2$s', search_column(list, sort), case when is_ascending then 'asc'
      else 'desc' end);
    guids uuid[];
  begin
    -- The columns that the filters do not need are left out by the planner, so that an index may be all that is read.
    execute format($q$
      select array(
        select guid from (select * from %I where developer_id = current_developer() and %s order by %s limit $1) walked
        where ($2 is null or %s like $2) and ($3 = '{}' or %s @> $3) and %s limit $4 offset $5)
      $q$, list.name, list.living, ordering, list.content, list.labels, case when within is null then 'true'
        else list.visible end)
      into guids using 20000 + 10 * skip, pattern, label_tokens(labels), take, skip;
    if cardinality(guids) = take then return query select unnest(guids); return; end if;
    return query execute format('select guid from %I where %s order by %s limit $4 offset $5', list.name,
      search_condition(list, tokens, within), ordering) using tokens, pattern, within, take, skip;
  end
  $$;

create or replace function search_count(list searched_list, labels text[], most int) returns int
  language plpgsql stable set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
  as $$
  declare
    within text[] := search_within(list);
    tokens text[] := asked_tokens(null, labels, within);
    found_count int;
  begin
    if search_exceeds(list, tokens, null, within, most) then return most + 1; end if;
    execute format('select count(*) from (select from %I where %s limit $4) matches', list.name, search_condition(list,
      tokens, within)) into found_count using tokens, null::text, within, most + 1;
    return found_count;
  end
  $$;

-- Besides what 0005 says: `visible` becomes the table's policy as well, so that a search and everything else see the
-- same.
drop procedure create_search(text, text, text, text, text, jsonb);
create procedure create_search(name text, tokens text, labels text, content text, living text, sorts jsonb,
  visible text default 'true', within text default 'null')
  language plpgsql
  as $$
  declare
    list searched_list := row(name, tokens, labels, content, living, sorts, visible, within);
    made text;
  begin
    -- An expression that the table does not have fails here, not at the first search.
    execute
      format('select (%s)::text[], (%s)::text[], (%s)::text, (%s)::boolean, (%s)::text[], %s from %I where %s limit 0',
      tokens, labels, content, visible, within, (select string_agg(value, ', ')
      from jsonb_each_text(sorts)), name, living);
    execute format('drop policy if exists scope on %I', name);
    execute format('create policy scope on %I as restrictive for select using (%s)', name, visible);
    execute format($f$
      create or replace function %I(needle text, labels text[], sort text, most int) returns bytea
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_matching(%L::searched_list, needle, labels, sort, most) $b$
      $f$, name || '_matching', list);
    execute format($f$
      create or replace function %I(needle text, labels text[], sort text, is_ascending boolean, skip int, take int)
        returns setof uuid
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_page_of_many(%L::searched_list, needle, labels, sort, is_ascending, skip, take) $b$
      $f$, name || '_page_of_many', list);
    execute format($f$
      create or replace function %I(labels text[], most int) returns int
        language sql stable security definer set search_path = public, pg_temp
        as $b$ select search_count(%L::searched_list, labels, most) $b$
      $f$, name || '_count', list);
    made := format('%I(text, text[], text, int), %I(text, text[], text, boolean, int, int), %I(text[], int)',
      name || '_matching', name || '_page_of_many', name || '_count');
    execute format('revoke execute on function %s from public', made);
    execute format('grant execute on function %s to sealwright_app', made);
  end
  $$;
revoke execute on procedure create_search(text, text, text, text, text, jsonb, text, text) from public;
revoke execute on function search_exceeds(searched_list, text[], text, text[], int), search_within(searched_list)
  from public;

-- Whoever made a product, and whom it is assigned to, are labels now.
create function product_labels(developer_id bigint, license_form int, created_by uuid, assigned_to uuid[])
  returns text[]
  language sql immutable parallel safe
  return form_tokens(developer_id, license_form) || (developer_id::text || ':by=' || created_by::text) || array(select
    developer_id::text || ':to=' || id::text from unnest(assigned_to) as id);
drop index product_by_token, product_sample_by_token;
drop function product_matching(text, text[], text, int), product_page_of_many(text, text[], text, boolean, int, int),
  product_count(text[], int);
drop function product_tokens(bigint, text, text, int);
create function product_tokens(developer_id bigint, name text, display_name text, license_form int, created_by uuid,
  assigned_to uuid[]) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, product_text(name, display_name)) || product_labels(developer_id, license_form,
    created_by, assigned_to);
create index product_by_token on product using gin (product_tokens(developer_id, name, display_name, license_form,
  created_by, assigned_to)) where deleted_at is null;
create index product_sample_by_token on product using gin (product_tokens(developer_id, name, display_name,
  license_form, created_by, assigned_to)) where deleted_at is null and in_sample(guid);

-- The labels of one's own part, for lists whose rows say by whom they were made and to whom they are assigned.
create function own_part(kind text) returns text[]
  language sql stable
  return case when not sees_all(kind) then array['by=' || acting_account()] || array(select 'to=' || id
    from unnest(acting_assignees()) as id) end;

call create_search('product',
  tokens => 'product_tokens(developer_id, name, display_name, license_form, created_by, assigned_to)',
  labels => 'product_labels(developer_id, license_form, created_by, assigned_to)',
  content => 'product_text(name, display_name)',
  living => 'deleted_at is null',
  sorts => '{"name": "name", "licenseId": "license_id", "updateTime": "updated_at"}',
  visible => $v$(select sees_all('product')) or created_by = (select acting_account())
    or assigned_to && (select acting_assignees())$v$,
  within => $w$own_part('product')$w$);

-- Whom a template is assigned to is a label as well.
drop index template_by_token, template_sample_by_token;
drop function template_matching(text, text[], text, int), template_page_of_many(text, text[], text, boolean, int, int),
  template_count(text[], int);
drop function template_tokens(bigint, text, text, bigint[], int, uuid);
create function template_labels(developer_id bigint, family text, license_ids bigint[], license_form int,
  created_by uuid, assigned_to uuid[]) returns text[]
  language sql immutable parallel safe
  return template_labels(developer_id, family, license_ids, license_form,
    created_by) || array(select developer_id::text || ':to=' || id::text from unnest(assigned_to) as id);
create function template_tokens(developer_id bigint, name text, family text, license_ids bigint[], license_form int,
  created_by uuid, assigned_to uuid[]) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, name) || template_labels(developer_id, family, license_ids, license_form,
    created_by, assigned_to);
create index template_by_token on template using gin (template_tokens(developer_id, name, family, license_ids,
  license_form, created_by, assigned_to)) where deleted_at is null;
create index template_sample_by_token on template using gin (template_tokens(developer_id, name, family, license_ids,
  license_form, created_by, assigned_to)) where deleted_at is null and in_sample(guid);

-- A template is seen with all its products. An integrator sees, of these, what is assigned to it.
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

-- ── Counting triggers, made once for every table ─────────────────────────────────────────────────────────────────────
-- `counters` is a set of counter names that a living row counts in: "select 'coupon' union all select 'coupon.state='
-- || state".
create procedure create_counters(name text, counters text, living text)
  language plpgsql
  as $$
  begin
    execute format($f$
      create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp
        as $b$
        begin
          if tg_op <> 'DELETE' then
            insert into counter_delta (developer_id, name, delta) select developer_id, c.name, count(*)
              from added, lateral (%2$s) as c (name) where %3$s group by 1, 2;
          end if;
          if tg_op <> 'INSERT' then
            insert into counter_delta (developer_id, name, delta) select developer_id, c.name, -count(*)
              from removed, lateral (%2$s) as c (name) where %3$s group by 1, 2;
          end if;
          return null;
        end
        $b$
      $f$, name || '_counted', counters, living);
    execute format('revoke execute on function %I() from public', name || '_counted');
    execute
      format('create trigger %1$I after insert on %2$I referencing new table as added for each statement execute '
             'function %3$I()',
      name || '_count_insert', name, name || '_counted');
    execute
      format('create trigger %1$I after update on %2$I referencing old table as removed new table as added for each '
             'statement execute function %3$I()',
      name || '_count_update', name, name || '_counted');
    execute
      format('create trigger %1$I after delete on %2$I referencing old table as removed for each statement execute '
             'function %3$I()',
      name || '_count_delete', name, name || '_counted');
  end
  $$;
revoke execute on procedure create_counters(text, text, text) from public;

-- ── Customers, tags, users ───────────────────────────────────────────────────────────────────────────────────────────
create table customer (
  developer_id bigint not null references developer,
  guid uuid not null,
  name text not null check (char_length(name) between 1 and 64),
  contact text check (char_length(contact) <= 32),
  phone text,
  email text,
  address text check (char_length(address) <= 200),
  remark text check (char_length(remark) <= 600),
  assigned_to uuid[] not null default '{}',
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid)
);
create unique index customer_name_unique on customer (developer_id, lower(name)) where deleted_at is null;
create index customer_created_by on customer (created_by);
create index customer_updated_by on customer (updated_by);
create index customer_by_update on customer (developer_id, updated_at desc, guid desc) where deleted_at is null;
create index customer_by_name on customer (developer_id, name, guid) where deleted_at is null;
create index customer_assigned_to on customer using gin (assigned_to) where assigned_to <> '{}';

create function customer_text(name text, contact text, phone text, email text) returns text
  language sql immutable parallel safe
  return lower(name || chr(10) || coalesce(contact, '') || chr(10) || coalesce(phone, '') || chr(10) || coalesce(email,
    ''));
-- Labels of whoever made a row and whom it is assigned to.
create function part_labels(developer_id bigint, created_by uuid, assigned_to uuid[]) returns text[]
  language sql immutable parallel safe
  return array[developer_id::text || ':by=' || created_by::text] || array(select developer_id::text || ':to=' ||
    id::text from unnest(assigned_to) as id);
create function customer_tokens(developer_id bigint, content text, created_by uuid, assigned_to uuid[]) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, content) || part_labels(developer_id, created_by, assigned_to);
create index customer_by_token on customer using gin (customer_tokens(developer_id, customer_text(name, contact, phone,
  email), created_by, assigned_to)) where deleted_at is null;
create index customer_sample_by_token on customer using gin (customer_tokens(developer_id, customer_text(name, contact,
  phone, email), created_by, assigned_to)) where deleted_at is null and in_sample(guid);
alter table customer enable row level security;
create policy tenant on customer using (developer_id = current_developer());
call create_search('customer',
  tokens => 'customer_tokens(developer_id, customer_text(name, contact, phone, email), created_by, assigned_to)',
  labels => 'part_labels(developer_id, created_by, assigned_to)',
  content => 'customer_text(name, contact, phone, email)',
  living => 'deleted_at is null',
  sorts => '{"name": "name", "updateTime": "updated_at"}',
  visible => $v$(select sees_all('customer')) or created_by = (select acting_account())
    or assigned_to && (select acting_assignees())$v$,
  within => $w$own_part('customer')$w$);
call create_counters('customer', $c$select 'customer'$c$, 'deleted_at is null');

-- Customers that are assigned bring their users with them.
create function assigned_customers() returns uuid[]
  language sql stable
  return array(select guid from customer where developer_id = current_developer() and deleted_at is null
    and assigned_to && acting_assignees());

create table tag (
  developer_id bigint not null references developer,
  guid uuid not null,
  name text not null check (char_length(name) between 1 and 20),
  created_by uuid not null references account,
  created_at timestamptz not null,
  primary key (developer_id, guid)
);
create unique index tag_name_unique on tag (developer_id, lower(name));
create index tag_created_by on tag (created_by);
alter table tag enable row level security;
create policy tenant on tag using (developer_id = current_developer());

-- A user: an account (1 e-mail, 2 mobile: global, one person's everywhere; 4 shadow: this developer's own) with what
-- this developer knows of it.
create table end_user (
  developer_id bigint not null references developer,
  guid uuid not null,
  account_type int not null check (account_type in (1, 2, 4)),
  account text not null check (char_length(account) between 1 and 254),
  account_id uuid references account check ((account_id is null) = (account_type = 4)),
  password_hash text check ((password_hash is null) = (account_type <> 4)),
  user_name text check (char_length(user_name) between 1 and 64),
  gender int not null default 0 check (gender in (0, 1, 2)),
  phone text,
  address text check (char_length(address) <= 200),
  description text check (char_length(description) <= 600),
  customer_guid uuid,
  tag_guids uuid[] not null default '{}' check (cardinality(tag_guids) <= 5),
  assigned_to uuid[] not null default '{}',
  activated_at timestamptz, -- null: waits for the link of its message; follows the account's
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid),
  foreign key (developer_id, customer_guid) references customer
);
create unique index end_user_account_unique on end_user (developer_id, lower(account)) where deleted_at is null;
create index end_user_account_id on end_user (account_id);
create index end_user_customer on end_user (developer_id, customer_guid, updated_at desc, guid desc)
  where deleted_at is null;
create index end_user_of_customer on end_user (developer_id, customer_guid);
create index end_user_created_by on end_user (created_by);
create index end_user_updated_by on end_user (updated_by);
create index end_user_by_update on end_user (developer_id, updated_at desc, guid desc) where deleted_at is null;
create index end_user_by_creation on end_user (developer_id, created_at desc, guid desc) where deleted_at is null;
create index end_user_by_account on end_user (developer_id, account, guid) where deleted_at is null;

create function end_user_text(account text, user_name text, phone text) returns text
  language sql immutable parallel safe
  return lower(account || chr(10) || coalesce(user_name, '') || chr(10) || coalesce(phone, ''));
create function end_user_labels(developer_id bigint, account_type int, customer_guid uuid, tag_guids uuid[],
  created_by uuid, assigned_to uuid[], is_active boolean) returns text[]
  language sql immutable parallel safe
  return part_labels(developer_id, created_by, assigned_to) || (developer_id::text || ':type=' || account_type::text) ||
    (developer_id::text || case when is_active then ':active' else ':waiting' end)
    || case when customer_guid is null then '{}'::text[]
      else array[developer_id::text || ':customer=' || customer_guid::text] end
    || array(select developer_id::text || ':tag=' || id::text from unnest(tag_guids) as id);
create function end_user_tokens(developer_id bigint, content text, labels text[]) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, content) || labels;
do $$
declare
  labels text :=
    'end_user_labels(developer_id, account_type, customer_guid, tag_guids, created_by, assigned_to, activated_at is '
    'not null)';
  content text := 'end_user_text(account, user_name, phone)';
  tokens text := format('end_user_tokens(developer_id, %s, %s)', content, labels);
begin
  execute format('create index end_user_by_token on end_user using gin (%s) where deleted_at is null', tokens);
  execute
    format('create index end_user_sample_by_token on end_user using gin (%s) where deleted_at is null and '
           'in_sample(guid)',
    tokens);
  alter table end_user enable row level security;
  create policy tenant on end_user using (developer_id = current_developer());
  call create_search('end_user', tokens => tokens, labels => labels, content => content, living => 'deleted_at is null',
    sorts => '{"account": "account", "updateTime": "updated_at", "createTime": "created_at"}',
    visible => $v$(select sees_all('user')) or created_by = (select acting_account())
      or assigned_to && (select acting_assignees()) or customer_guid = any ((select assigned_customers())::uuid[])$v$,
    within => $w$case when not sees_all('user') then own_part('user') || array(select 'customer=' || guid
      from unnest(assigned_customers()) as guid) end$w$);
end $$;
call create_counters('end_user', $c$
  select 'user' union all select 'user.customer=' || customer_guid where customer_guid is not null union all
    select 'user.tag=' || id from unnest(tag_guids) as id$c$, 'deleted_at is null');

-- A tag that goes leaves its users, found by the index that the application's role may not ask. Whoever changes several
-- users locks them in the order of their guids first, here and below, as batches do: nobody then waits for each other
-- in a ring.
create function forget_tag(forgotten uuid) returns int
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
  declare n int;
  begin
    with held as (
      select guid from end_user
      where developer_id = current_developer() and deleted_at is null and forgotten = any (tag_guids)
        and end_user_tokens(developer_id, end_user_text(account, user_name, phone), end_user_labels(developer_id,
          account_type, customer_guid, tag_guids, created_by, assigned_to, activated_at is not null))
          @> array[current_developer() || ':tag=' || forgotten]
      order by guid for update
    )
    update end_user u set tag_guids = array_remove(tag_guids, forgotten) from held
      where u.developer_id = current_developer() and u.guid = held.guid;
    get diagnostics n = row_count;
    return n;
  end
  $$;

-- A customer that goes leaves its users behind: deleted ones too, which may come back, and those that whoever deletes
-- it does not see.
create function forget_customer(forgotten uuid) returns int
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  declare n int;
  begin
    with held as (select guid from end_user where developer_id = current_developer() and customer_guid = forgotten
      order by guid for update)
    update end_user u set customer_guid = null from held where u.developer_id = current_developer()
      and u.guid = held.guid;
    get diagnostics n = row_count;
    return n;
  end
  $$;

-- An account that becomes active is so for every developer that knows it.
create function account_activated() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$ begin update end_user set activated_at = new.activated_at where account_id = new.id
    and activated_at is null; return null; end $$;
create trigger account_activated after update of activated_at on account
  for each row when (old.activated_at is null and new.activated_at is not null) execute function account_activated();

-- Accounts for these addresses, opened where there is none: without a password, which their owner chooses. In the order
-- of the addresses, so that two who open overlapping sets do not wait for each other in a ring.
create function open_accounts(addresses text[], opened_activated boolean, opened_locale text, at timestamptz)
  returns table (address text, account_id uuid, is_new boolean, activated_at timestamptz)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  #variable_conflict use_column
  declare opened uuid[];
  begin
    with made as (
      insert into account (id, email, mobile, password_hash, locale, activated_at, created_at)
      select gen_random_uuid(), case when name like '%@%' then name end, case when name not like '%@%'
        then name end, '!', opened_locale, case when opened_activated then at end, at
      from (select distinct lower(a) as name from unnest(addresses) as a) asked
      order by name
      on conflict do nothing
      returning id
    )
    select array_agg(id) into opened from made;
    -- A statement of its own: it sees what somebody else opened while the first one waited.
    return query
      select coalesce(a.email, a.mobile), a.id, coalesce(a.id = any (opened), false), a.activated_at
      from (select distinct lower(a) as name from unnest(addresses) as a) asked
        join lateral (select * from account where email = asked.name union all select * from account
          where mobile = asked.name) a on true;
  end
  $$;

-- ── Roles, administrators, integrators ───────────────────────────────────────────────────────────────────────────────
create table role (
  developer_id bigint not null references developer,
  guid uuid not null,
  name text not null check (char_length(name) between 1 and 32),
  description text check (char_length(description) <= 200),
  privileges text[] not null,
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (developer_id, guid)
);
create unique index role_name_unique on role (developer_id, lower(name));
create index role_created_by on role (created_by);
create index role_updated_by on role (updated_by);

create table integrator (
  developer_id bigint not null references developer,
  guid uuid not null,
  name text not null check (char_length(name) between 1 and 64),
  contact text check (char_length(contact) <= 32),
  phone text,
  email text,
  address text check (char_length(address) <= 200),
  remark text check (char_length(remark) <= 600),
  cloud_quota int check (cloud_quota >= 0), -- null: no limit
  soft_quota int check (soft_quota >= 0),
  is_enabled boolean not null default true,
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid)
);
create unique index integrator_name_unique on integrator (developer_id, lower(name)) where deleted_at is null;
create index integrator_created_by on integrator (created_by);
create index integrator_updated_by on integrator (updated_by);

-- `privileges` are those beside the roles'. `limited`: the kinds of which only a part is seen.
alter table membership
  add column limited text[] not null default '{}' check (limited <@ array['product', 'user', 'customer', 'template']
    and (limited @> array['product'] or not limited @> array['template'])),
  add column cloud_quota int check (cloud_quota >= 0), -- null: no limit
  add column soft_quota int check (soft_quota >= 0),
  add column remark text check (char_length(remark) <= 200),
  add column integrator_guid uuid,
  add column revision int not null default 1,
  add column created_by uuid references account,
  add column updated_by uuid references account,
  add column updated_at timestamptz,
  add constraint membership_integrator foreign key (developer_id, integrator_guid) references integrator,
  add constraint membership_super_is_whole check (not is_super or (limited = '{}' and integrator_guid is null));
update membership set updated_at = created_at;
alter table membership alter column updated_at set not null, alter column updated_at set default now();
create index membership_of_integrator on membership (developer_id, integrator_guid);
create index membership_created_by on membership (created_by);
create index membership_updated_by on membership (updated_by);

-- A role in use cannot be deleted: this is why.
create table membership_role (
  developer_id bigint not null,
  account_id uuid not null,
  role_guid uuid not null,
  primary key (developer_id, account_id, role_guid),
  foreign key (developer_id, account_id) references membership on delete cascade,
  constraint membership_role_in_use foreign key (developer_id, role_guid) references role
);
create index membership_role_of_role on membership_role (developer_id, role_guid);

-- Whoever is no administrator any more has nothing assigned: an account that comes back begins anew.
create function forget_assignee(assignee uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update product set assigned_to = array_remove(assigned_to, assignee) where developer_id = current_developer()
      and assigned_to @> array[assignee];
    update template set assigned_to = array_remove(assigned_to, assignee) where developer_id = current_developer()
      and assigned_to @> array[assignee];
    update customer set assigned_to = array_remove(assigned_to, assignee) where developer_id = current_developer()
      and assigned_to @> array[assignee];
    with held as (select guid from end_user where developer_id = current_developer() and assigned_to @> array[assignee]
      order by guid for update)
    update end_user u set assigned_to = array_remove(assigned_to, assignee) from held
      where u.developer_id = current_developer() and u.guid = held.guid;
  end
  $$;
create index end_user_assigned_to on end_user using gin (assigned_to) where assigned_to <> '{}';

-- How many products and templates are assigned to an integrator, those that whoever asks does not see included.
create function count_all_assigned(assignee uuid) returns int
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select (select count(*) from product where developer_id = current_developer() and deleted_at is null
      and assigned_to @> array[assignee])::int
      + (select count(*) from template where developer_id = current_developer() and deleted_at is null
        and assigned_to @> array[assignee])::int
  $$;

-- The super administrator sees as another would: the session says whom. What it may is then that administrator's, and
-- nothing is changed.
alter table session add column view_as uuid,
  add constraint session_view_as foreign key (developer_id, view_as) references membership (developer_id, account_id)
    on delete set null (view_as);
create index session_view_as on session (developer_id, view_as) where view_as is not null;

create function member(developer bigint, account uuid) returns table (
  account_id uuid, email text, mobile text, user_name text, locale text, time_format text, page_size int,
    account_time_zone text,
  developer_id bigint, developer_name text, developer_display_name text, developer_status text, service_status text,
    time_zone text,
  is_super boolean, privileges text[], is_enabled boolean, valid_until timestamptz, limited text[], cloud_quota int,
    soft_quota int, integrator_guid uuid, integrator_enabled boolean
)
  language sql stable
  as $$
    select a.id, a.email, a.mobile, a.user_name, a.locale, a.time_format, a.page_size, a.time_zone,
      d.id, d.name, d.display_name, d.status, d.service_status, d.time_zone,
      m.is_super, m.privileges || array(select unnest(r.privileges) from membership_role mr
        join role r on r.developer_id = mr.developer_id and r.guid = mr.role_guid where mr.developer_id = m.developer_id
        and mr.account_id = m.account_id),
      m.is_enabled, m.valid_until, m.limited,
      -- The quotas of an integrator are those of all its people.
      case when i.guid is null then m.cloud_quota else i.cloud_quota end, case when i.guid is null then m.soft_quota
        else i.soft_quota end, m.integrator_guid, i.is_enabled and i.deleted_at is null
    from membership m
      join account a on a.id = m.account_id
      join developer d on d.id = m.developer_id
      left join integrator i on i.developer_id = m.developer_id and i.guid = m.integrator_guid
    where m.developer_id = developer and m.account_id = account
  $$;

drop function caller_of_session(text);
create function caller_of_session(handle text) returns table (
  secret_hash bytea, state text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
    fingerprint text,
  owes text, confirmed_at timestamptz, owed_notice text, device_id uuid, viewer_id uuid, viewer_name text,
  account_id uuid, email text, mobile text, user_name text, locale text, time_format text, page_size int,
    account_time_zone text,
  developer_id bigint, developer_name text, developer_display_name text, developer_status text, service_status text,
    time_zone text,
  is_super boolean, privileges text[], is_enabled boolean, valid_until timestamptz, limited text[], cloud_quota int,
    soft_quota int, integrator_guid uuid, integrator_enabled boolean
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select s.secret_hash, s.state, s.created_at, s.last_seen_at, s.expires_at, s.fingerprint, s.owes, s.confirmed_at,
      s.owed_notice, s.device_id,
      viewer.id, coalesce(viewer.user_name, viewer.email, viewer.mobile), m.*
    from session s
      -- Only the super administrator views as another; who is it no more sees as themselves again.
      left join membership v on s.view_as is not null and v.developer_id = s.developer_id
        and v.account_id = s.account_id and v.is_super
      left join account viewer on viewer.id = v.account_id
      cross join lateral member(s.developer_id, case when v.account_id is null then s.account_id else s.view_as end) m
    where s.id = handle
  $$;
-- The same of somebody who is not there now: a task runs as whoever started it, with the rights they have by then.
create function caller_of_member(developer bigint, account uuid) returns table (
  account_id uuid, email text, mobile text, user_name text, locale text, time_format text, page_size int,
    account_time_zone text,
  developer_id bigint, developer_name text, developer_display_name text, developer_status text, service_status text,
    time_zone text,
  is_super boolean, privileges text[], is_enabled boolean, valid_until timestamptz, limited text[], cloud_quota int,
    soft_quota int, integrator_guid uuid, integrator_enabled boolean
)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from member(developer, account) $$;

drop function membership_of_account(uuid);
create function membership_of_account(account uuid) returns table (developer_id bigint, is_enabled boolean,
  valid_until timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.developer_id, m.is_enabled and coalesce(i.is_enabled and i.deleted_at is null, true), m.valid_until
    from membership m left join integrator i on i.developer_id = m.developer_id and i.guid = m.integrator_guid
      where m.account_id = account
  $$;

-- ── Tasks ────────────────────────────────────────────────────────────────────────────────────────────────────────────
-- A task is rows to work through. A chunk of rows is done in one transaction: what it does, each row's outcome, the
-- counts and `position`, so that whenever the server dies no row is lost and none is done twice. A draft is a task that
-- was only judged: nothing is done until it is started.
create table task (
  developer_id bigint not null references developer,
  guid uuid not null,
  kind text not null check (char_length(kind) <= 40),
  status int not null default 0 check (status between 0 and 5),
  is_draft boolean not null default false,
  subject text not null check (char_length(subject) <= 254), -- what it is about, such as the name of a file
  options jsonb not null default '{}',
  total int not null check (total >= 0),
  success int not null default 0,
  fail int not null default 0,
  skip int not null default 0,
  position int not null default 0, -- rows up to here have had their turn
  undoes uuid, -- the task that this one takes back
  undone_by uuid,
  error text, -- the name of what stopped it as a whole
  created_by uuid not null references account,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (developer_id, guid),
  check (success + fail + skip <= total)
);
create index task_newest on task (developer_id, created_at desc, guid desc) where not is_draft;
create index task_of_admin on task (developer_id, created_by, created_at desc, guid desc) where not is_draft;
create index task_open on task (created_at) where not is_draft and status in (0, 1);
create index task_drafts on task (created_at) where is_draft;
create index task_created_by on task (created_by);

create table task_row (
  developer_id bigint not null,
  task_guid uuid not null,
  n int not null,
  input jsonb not null,
  state int not null default 0 check (state in (0, 1, 2, 3)), -- waiting, success, fail, skip
  -- the refusal, by name with its parameters: it is said in the reader's language. Of a draft: what the row would meet
  reason jsonb,
  effect jsonb, -- what it made or changed, for whoever takes it back
  primary key (developer_id, task_guid, n),
  foreign key (developer_id, task_guid) references task on delete cascade
) with (fillfactor = 50); -- each row is written once more, next to itself

-- ── Walls and rights ─────────────────────────────────────────────────────────────────────────────────────────────────
do $$
declare t text;
begin
  foreach t in array array['role', 'integrator', 'membership_role', 'task', 'task_row'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy tenant on %I using (developer_id = current_developer())', t);
  end loop;
end $$;
grant select, insert, update on customer, end_user, integrator, task_row to sealwright_app;
grant select, insert, update, delete on tag, role, membership_role, task to sealwright_app;
grant insert, delete on membership to sealwright_app;
-- not who is super
grant update (privileges, is_enabled, valid_until, limited, cloud_quota, soft_quota, remark, revision, updated_by,
  updated_at) on membership to sealwright_app;
grant update (view_as) on session to sealwright_app;
grant select (view_as) on session to sealwright_app;
-- The super administrator changes hands as the owner's work only.
create policy no_new_super on membership as restrictive for insert with check (not is_super);
create policy super_stays on membership as restrictive for delete using (not is_super);

revoke execute on function caller_of_session(text), caller_of_member(bigint, uuid), membership_of_account(uuid),
  open_accounts(text[], boolean, text, timestamptz),
  forget_tag(uuid), forget_customer(uuid), forget_assignee(uuid), count_all_assigned(uuid), account_activated()
    from public;
grant execute on function caller_of_session(text), caller_of_member(bigint, uuid), membership_of_account(uuid),
  open_accounts(text[], boolean, text, timestamptz),
  forget_tag(uuid), forget_customer(uuid), forget_assignee(uuid), count_all_assigned(uuid) to sealwright_app;
