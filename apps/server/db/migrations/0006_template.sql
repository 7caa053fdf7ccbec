-- Templates of the four families. A row is what lists filter and sort by, and the present's privileges; what a template
-- says is in its versions, of which `version` is the present one. A version is never changed: the application may
-- insert and read.
create table template (
  developer_id bigint not null references developer,
  guid uuid not null,
  family text not null check (family in ('smart', 'account', 'sn', 'dongle')),
  name text not null check (char_length(name) between 1 and 64),
  license_id bigint not null,
  -- All products, the first included: a code may carry ten.
  license_ids bigint[] not null check (cardinality(license_ids) between 1 and 10 and license_ids[1] = license_id),
  license_form int check (license_form in (1, 2)),
  can_modify boolean not null,
  can_modify_module boolean not null,
  can_modify_data_zone boolean not null,
  version int not null check (version > 0),
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid),
  foreign key (developer_id, license_id) references product (developer_id, license_id)
);
create index template_created_by on template (created_by);
create index template_updated_by on template (updated_by);
create index template_of_product on template (developer_id, license_id);
create index template_by_update on template (developer_id, family, updated_at desc, guid desc) where deleted_at is null;
create index template_by_name on template (developer_id, family, name, guid) where deleted_at is null;
create index template_by_license_id on template (developer_id, family, license_id, guid) where deleted_at is null;
-- One filter alone, in the order the list opens with: a walk where a search would sort all that match.
create index template_of_product_by_update on template (developer_id, family, license_id, updated_at desc, guid desc)
  where deleted_at is null;
create index template_of_admin_by_update on template (developer_id, family, created_by, updated_at desc, guid desc)
  where deleted_at is null;

create table template_version (
  developer_id bigint not null references developer,
  template_guid uuid not null,
  version int not null check (version > 0),
  origin text not null check (origin in ('create', 'update', 'restore')),
  restored_version int check ((restored_version is not null) = (origin = 'restore')),
  -- Everything but what the data areas hold, which a list never reads; and that, with the version that last changed it.
  terms jsonb not null,
  areas_of int not null check (areas_of <= version),
  areas jsonb check ((areas is not null) = (areas_of = version)),
  created_by uuid not null references account,
  created_at timestamptz not null,
  primary key (developer_id, template_guid, version),
  foreign key (developer_id, template_guid) references template
);
create index template_version_created_by on template_version (created_by);

-- What a template is filtered by.
create function template_labels(developer_id bigint, family text, license_ids bigint[], license_form int,
  created_by uuid) returns text[]
  language sql immutable parallel safe
  as $$
    select array[developer_id || ':family=' || family, developer_id || ':admin=' || created_by]
      || array(select developer_id || ':product=' || id from unnest(license_ids) as id)
      || case when license_form is null then '{}' else array[developer_id || ':form=' || license_form] end
  $$;

create function template_tokens(developer_id bigint, name text, family text, license_ids bigint[], license_form int,
  created_by uuid) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, name) || template_labels(developer_id, family, license_ids, license_form,
    created_by);

create index template_by_token on template using gin (template_tokens(developer_id, name, family, license_ids,
  license_form, created_by)) where deleted_at is null;
create index template_sample_by_token on template using gin (template_tokens(developer_id, name, family, license_ids,
  license_form, created_by)) where deleted_at is null and in_sample(guid);

call create_search('template',
  tokens => 'template_tokens(developer_id, name, family, license_ids, license_form, created_by)',
  labels => 'template_labels(developer_id, family, license_ids, license_form, created_by)',
  content => 'lower(name)',
  living => 'deleted_at is null',
  sorts => '{"name": "name", "licenseId": "license_id", "updateTime": "updated_at"}');

-- Which counters a template counts in: its family's, and one for each product.
create function template_counters(family text, license_ids bigint[]) returns setof text
  language sql immutable
  as $$ select 'template.' || family union all select 'template.product=' || id from unnest(license_ids) as id $$;

create function template_counted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into counter_delta (developer_id, name, delta)
    select developer_id, c.name, count(*) from added, template_counters(family, license_ids) as c (name)
      where deleted_at is null group by 1, 2;
    if tg_op = 'UPDATE' then
      insert into counter_delta (developer_id, name, delta)
      select developer_id, c.name, -count(*) from removed, template_counters(family, license_ids) as c (name)
        where deleted_at is null group by 1, 2;
    end if;
    return null;
  end
  $$;
create trigger template_count_insert after insert on template
  referencing new table as added for each statement execute function template_counted();
create trigger template_count_update after update on template
  referencing old table as removed new table as added for each statement execute function template_counted();

alter table template enable row level security;
create policy tenant on template using (developer_id = current_developer());
alter table template_version enable row level security;
create policy tenant on template_version using (developer_id = current_developer());
grant select, insert, update on template to sealwright_app;
grant select, insert on template_version to sealwright_app;
revoke execute on function template_counted() from public;
