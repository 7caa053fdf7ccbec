-- Campaigns: licenses for everybody who takes part through a promotion link, up to a number of places.
create table campaign (
  developer_id bigint not null references developer,
  guid uuid not null,
  number text not null check (number ~ '^[0-9A-Z]{1,32}$'),
  name text not null check (char_length(name) between 1 and 19),
  -- What people decided. The status follows from it, the clock and the participants.
  stage text not null check (stage in ('draft', 'published', 'paused', 'terminated')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  max_participants int not null check (max_participants > 0),
  -- Whoever takes a place locks this row.
  taken int not null default 0 check (taken between 0 and max_participants),
  user_scope smallint not null,
  account_types smallint[] not null check (cardinality(account_types) between 1 and 2),
  template_guid uuid not null,
  -- The products of the template, for the row scope.
  license_ids bigint[] not null,
  license_days int check (license_days > 0),
  license_deadline timestamptz,
  use_count bigint check (use_count > 0),
  kick_out boolean,
  introduction text check (char_length(introduction) <= 600),
  download_url text check (char_length(download_url) <= 500),
  picture bytea check (octet_length(picture) <= 524288),
  picture_type text check ((picture_type is null) = (picture is null)),
  published_at timestamptz check ((published_at is null) = (stage = 'draft')),
  -- Participations are issued, and count toward quotas, in the name of this administrator.
  published_by uuid references account check ((published_by is null) = (stage = 'draft')),
  paused_at timestamptz,
  -- The refusal that made the campaign pause itself: {"error", "params"}.
  pause_cause jsonb,
  terminated_at timestamptz,
  revision int not null default 1,
  created_by uuid not null references account,
  updated_by uuid not null references account,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (developer_id, guid),
  foreign key (developer_id, template_guid) references template,
  check (starts_at < ends_at),
  check (coalesce(license_days, use_count) is not null or license_deadline is not null)
);
create unique index campaign_number_unique on campaign (developer_id, number);
create index campaign_by_creation on campaign (developer_id, created_at, guid) where deleted_at is null;
create index campaign_of_template on campaign (developer_id, template_guid);
create index campaign_created_by on campaign (created_by);
create index campaign_updated_by on campaign (updated_by);
create index campaign_published_by on campaign (published_by);
alter table campaign enable row level security;
create policy tenant on campaign using (developer_id = current_developer());
create policy scope on campaign as restrictive for select using (
  (select sees_all('product')) or created_by = (select acting_account()) or license_ids <@ (select seen_products()));
grant select, insert, update on campaign to sealwright_app;

-- A promotion link. A link that was taken out keeps its numbers.
create table campaign_link (
  developer_id bigint not null references developer,
  guid uuid not null,
  campaign_guid uuid not null,
  token text not null check (token ~ '^[0-9A-Za-z_-]{10,64}$'),
  name text not null check (char_length(name) between 1 and 20),
  position int not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (developer_id, guid),
  foreign key (developer_id, campaign_guid) references campaign
);
create unique index campaign_link_token_unique on campaign_link (token);
create unique index campaign_link_name_unique on campaign_link (developer_id, campaign_guid, lower(name))
  where removed_at is null;
create index campaign_link_of_campaign on campaign_link (developer_id, campaign_guid, position);
alter table campaign_link enable row level security;
create policy tenant on campaign_link using (developer_id = current_developer());
grant select, insert, update on campaign_link to sealwright_app;

-- A visitor names only the token. The tenant follows from it.
create function campaign_of_token(given text) returns table (developer_id bigint, campaign_guid uuid, link_guid uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select l.developer_id, l.campaign_guid, l.guid from campaign_link l where l.token = given $$;
revoke execute on function campaign_of_token(text) from public;
grant execute on function campaign_of_token(text) to sealwright_app;

-- The values of an advertising parameter that participations are counted by, as short numbers. Visitors choose the
-- values, so a campaign has a limited number of them; further ones are not counted separately.
create table campaign_source (
  developer_id bigint not null references developer,
  campaign_guid uuid not null,
  n int not null,
  source text not null check (source in ('spreadCode', 'keyword')),
  value text not null check (char_length(value) <= 500),
  primary key (developer_id, campaign_guid, n),
  foreign key (developer_id, campaign_guid) references campaign
);
create unique index campaign_source_unique on campaign_source (developer_id, campaign_guid, source, value);
alter table campaign_source enable row level security;
create policy tenant on campaign_source using (developer_id = current_developer());
grant select, insert on campaign_source to sealwright_app;

create table campaign_participant (
  developer_id bigint not null references developer,
  guid uuid not null,
  campaign_guid uuid not null,
  link_guid uuid not null,
  account_id uuid not null references account,
  user_guid uuid not null,
  account text not null,
  account_type smallint not null,
  via text not null check (via in ('link', 'qr', 'mail')),
  -- Registered on the page of the campaign.
  is_new boolean not null,
  spread_code text,
  bd_vid text,
  keyword text,
  -- Of campaign_source.
  code_n int,
  keyword_n int,
  license_guid uuid not null,
  serial text not null,
  cost_fen bigint not null check (cost_fen >= 0),
  -- What paid for it, if not money.
  unit text check (unit in ('gift', 'voucher', 'packageLicenses', 'packageUpdates')),
  network text not null,
  joined_at timestamptz not null,
  -- Days are those of the developer's time zone.
  join_day date not null,
  first_used_at timestamptz,
  first_use_day date check ((first_use_day is null) = (first_used_at is null)),
  primary key (developer_id, guid),
  foreign key (developer_id, campaign_guid) references campaign,
  foreign key (developer_id, link_guid) references campaign_link,
  foreign key (developer_id, user_guid) references end_user,
  foreign key (developer_id, license_guid) references license
);
-- An account takes part once.
create unique index campaign_participant_once on campaign_participant (developer_id, campaign_guid, account_id);
create unique index campaign_participant_of_license on campaign_participant (developer_id, license_guid);
create index campaign_participant_by_time on campaign_participant (developer_id, campaign_guid, joined_at, guid);
create index campaign_participant_of_network
  on campaign_participant (developer_id, campaign_guid, network, joined_at);
create index campaign_participant_of_link on campaign_participant (developer_id, link_guid, joined_at, guid);
create index campaign_participant_of_via on campaign_participant (developer_id, campaign_guid, via, joined_at, guid);
create index campaign_participant_of_user on campaign_participant (developer_id, user_guid);
create index campaign_participant_account on campaign_participant (account_id);
-- For the search, which walks the participants of all campaigns of a developer.
create index campaign_participant_by_join on campaign_participant (developer_id, joined_at, guid);

create function campaign_participant_labels(
  developer_id bigint, campaign_guid uuid, link_guid uuid, via text, is_used boolean, is_new boolean, account_type int
) returns text[]
  language sql immutable parallel safe
  return array[
    developer_id::text || ':campaign=' || campaign_guid::text,
    developer_id::text || ':link=' || link_guid::text,
    developer_id::text || ':via=' || via,
    developer_id::text || case when is_used then ':used' else ':unused' end,
    developer_id::text || case when is_new then ':new' else ':known' end,
    developer_id::text || ':type=' || account_type::text
  ];
create function campaign_participant_tokens(developer_id bigint, content text, labels text[]) returns text[]
  language sql immutable parallel safe cost 1000
  return search_tokens(developer_id, content) || labels;
create function seen_campaigns() returns uuid[]
  language sql stable
  return array(select guid from campaign where developer_id = current_developer()
    and (created_by = acting_account() or license_ids <@ seen_products()));
do $$
declare
  labels text := 'campaign_participant_labels('
    || 'developer_id, campaign_guid, link_guid, via, first_used_at is not null, is_new, account_type)';
  content text := 'lower(account)';
  tokens text := format('campaign_participant_tokens(developer_id, %s, %s)', content, labels);
begin
  execute format('create index campaign_participant_by_token on campaign_participant using gin (%s)', tokens);
  execute format('create index campaign_participant_sample_by_token on campaign_participant using gin (%s) '
    || 'where in_sample(guid)', tokens);
  alter table campaign_participant enable row level security;
  create policy tenant on campaign_participant using (developer_id = current_developer());
  call create_search('campaign_participant', tokens => tokens, labels => labels, content => content, living => 'true',
    sorts => '{"joinTime": "joined_at"}', ranges => '{"joinTime": "joined_at"}',
    visible => $v$(select sees_all('product')) or campaign_guid = any ((select seen_campaigns())::uuid[])$v$,
    within => $w$case when not sees_all('product')
      then array(select 'campaign=' || id from unnest(seen_campaigns()) as id) end$w$);
end $$;
grant select, insert on campaign_participant to sealwright_app;

-- A page view, once a day for each visitor. The visitor is a keyed hash of network and browser.
create table campaign_view (
  developer_id bigint not null references developer,
  campaign_guid uuid not null,
  link_guid uuid not null,
  day date not null,
  visitor bytea not null,
  via text not null check (via in ('link', 'qr', 'mail')),
  at timestamptz not null,
  primary key (developer_id, link_guid, day, visitor),
  foreign key (developer_id, campaign_guid) references campaign,
  foreign key (developer_id, link_guid) references campaign_link
);
create index campaign_view_of_campaign on campaign_view (developer_id, campaign_guid);
alter table campaign_view enable row level security;
create policy tenant on campaign_view using (developer_id = current_developer());
grant select, insert on campaign_view to sealwright_app;

-- The numbers of the report are counters, named campaign.GUID.LINK.DAY.VIA.KIND and campaign.GUID.source.DAY.N.KIND.
-- The totals of a link, for the list of campaigns, are campaignLink.LINK.KIND. The list of participants filters by way:
-- campaignVia.GUID.VIA.
create index counter_of_campaign on counter (developer_id, split_part(name, '.', 2)) where name like 'campaign.%';
create index counter_delta_of_campaign on counter_delta (developer_id, split_part(name, '.', 2))
  where name like 'campaign.%';
-- Under row-level security, a query could not use these indexes.
create function campaign_numbers(given uuid) returns table (name text, value bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select n.name, sum(n.value)::bigint from (
      select c.name, c.value from counter c where c.developer_id = current_developer() and c.name like 'campaign.%'
        and split_part(c.name, '.', 2) = given::text
      union all
      select d.name, d.delta from counter_delta d where d.developer_id = current_developer()
        and d.name like 'campaign.%' and split_part(d.name, '.', 2) = given::text
    ) n group by n.name
  $$;
revoke execute on function campaign_numbers(uuid) from public;
grant execute on function campaign_numbers(uuid) to sealwright_app;

create function campaign_view_counted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into counter_delta (developer_id, name, delta)
    select v.developer_id, c.name, count(*)
    from added v, lateral (values
      (concat_ws('.', 'campaign', v.campaign_guid, v.link_guid, v.day, v.via, 'views')),
      (concat_ws('.', 'campaignLink', v.link_guid, 'views'))) c (name)
    group by 1, 2;
    return null;
  end
  $$;
revoke execute on function campaign_view_counted() from public;
create trigger campaign_view_counted after insert on campaign_view
  referencing new table as added for each statement execute function campaign_view_counted();

create function campaign_participant_counted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into counter_delta (developer_id, name, delta)
    select p.developer_id, c.name, sum(c.n)
    from added p, lateral (
      select concat_ws('.', 'campaign', p.campaign_guid, p.link_guid, p.join_day, p.via, k.kind), k.n
        from (values ('participations', 1), ('registrations', p.is_new::int), ('costFen', p.cost_fen), (p.unit, 1))
          k (kind, n)
        where k.kind is not null
      union all
      select concat_ws('.', 'campaignLink', p.link_guid, 'participations'), 1
      union all
      select concat_ws('.', 'campaignVia', p.campaign_guid, p.via), 1
      union all
      select concat_ws('.', 'campaign', p.campaign_guid, 'source', p.join_day, s.n, k.kind), k.n
        from (values (p.code_n), (p.keyword_n)) s (n),
          (values ('participations', 1), ('registrations', p.is_new::int)) k (kind, n)
        where s.n is not null
    ) c (name, n)
    group by 1, 2 having sum(c.n) <> 0;
    return null;
  end
  $$;
revoke execute on function campaign_participant_counted() from public;
create trigger campaign_participant_counted after insert on campaign_participant
  referencing new table as added for each statement execute function campaign_participant_counted();

-- First uses come one at a time.
create function campaign_use_counted() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    insert into counter_delta (developer_id, name, delta)
    select new.developer_id, c.name, 1
    from (
      values (concat_ws('.', 'campaign', new.campaign_guid, new.link_guid, new.first_use_day, new.via, 'firstUses')),
        (concat_ws('.', 'campaignLink', new.link_guid, 'firstUses'))
      union all
      select concat_ws('.', 'campaign', new.campaign_guid, 'source', new.first_use_day, s.n, 'firstUses')
        from (values (new.code_n), (new.keyword_n)) s (n) where s.n is not null
    ) c (name);
    return null;
  end
  $$;
revoke execute on function campaign_use_counted() from public;
create trigger campaign_use_counted after update of first_used_at on campaign_participant for each row
  when (old.first_used_at is null and new.first_used_at is not null) execute function campaign_use_counted();

-- A participation is used when its license is used for the first time.
create function campaign_first_use() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
  begin
    update campaign_participant p
      set first_used_at = new.first_used_at,
        first_use_day = (new.first_used_at at time zone
          (select time_zone from developer where id = new.developer_id))::date
      where p.developer_id = new.developer_id and p.license_guid = new.guid and p.first_used_at is null;
    return null;
  end
  $$;
revoke execute on function campaign_first_use() from public;
create trigger campaign_first_use after update of first_used_at on license for each row
  when (new.source = 'campaign' and old.first_used_at is null and new.first_used_at is not null)
  execute function campaign_first_use();

-- Accounts, mail domains, phone prefixes and networks that cannot take part.
create table campaign_block (
  developer_id bigint not null references developer,
  guid uuid not null,
  kind text not null check (kind in ('account', 'mailDomain', 'phonePrefix', 'network')),
  value text not null check (char_length(value) between 1 and 254),
  -- The range of a network entry, without the bits beyond its mask.
  network inet check ((network is null) = (kind <> 'network')),
  reason text check (char_length(reason) <= 100),
  attempts int not null default 0,
  last_attempt_at timestamptz,
  created_by uuid not null references account,
  created_at timestamptz not null,
  primary key (developer_id, guid)
);
create unique index campaign_block_unique on campaign_block (developer_id, kind, value);
create index campaign_block_of_network on campaign_block (developer_id, network) where network is not null;
create index campaign_block_by_creation on campaign_block (developer_id, created_at, guid);
create index campaign_block_created_by on campaign_block (created_by);
alter table campaign_block enable row level security;
create policy tenant on campaign_block using (developer_id = current_developer());
grant select, insert, update, delete on campaign_block to sealwright_app;

-- Refused attempts. They outlive the entry, with its words.
create table campaign_attempt (
  developer_id bigint not null references developer,
  guid uuid not null,
  block_guid uuid not null,
  kind text not null,
  value text not null,
  campaign_guid uuid not null,
  link_guid uuid not null,
  account text,
  network text not null,
  at timestamptz not null,
  primary key (developer_id, guid),
  foreign key (developer_id, campaign_guid) references campaign,
  foreign key (developer_id, link_guid) references campaign_link
);
create index campaign_attempt_by_time on campaign_attempt (developer_id, at, guid);
create index campaign_attempt_of_block on campaign_attempt (developer_id, block_guid, at);
create index campaign_attempt_of_campaign on campaign_attempt (developer_id, campaign_guid, at);
create index campaign_attempt_of_link on campaign_attempt (developer_id, link_guid);
alter table campaign_attempt enable row level security;
create policy tenant on campaign_attempt using (developer_id = current_developer());
grant select, insert, delete on campaign_attempt to sealwright_app;

-- A promotion mail of a campaign goes to a user once.
create table campaign_mail (
  developer_id bigint not null references developer,
  campaign_guid uuid not null,
  user_guid uuid not null,
  sent_at timestamptz not null,
  primary key (developer_id, campaign_guid, user_guid),
  foreign key (developer_id, campaign_guid) references campaign,
  foreign key (developer_id, user_guid) references end_user
);
create index campaign_mail_of_user on campaign_mail (developer_id, user_guid);
alter table campaign_mail enable row level security;
create policy tenant on campaign_mail using (developer_id = current_developer());
grant select, insert on campaign_mail to sealwright_app;

-- People who want no promotion mails of a developer. By address, so that it outlives the user.
create table mail_refusal (
  developer_id bigint not null references developer,
  address text not null check (char_length(address) <= 254 and address = lower(address)),
  at timestamptz not null,
  primary key (developer_id, address)
);
alter table mail_refusal enable row level security;
create policy tenant on mail_refusal using (developer_id = current_developer());
grant select, insert, delete on mail_refusal to sealwright_app;

alter table verification
  drop constraint verification_purpose_check,
  add constraint verification_purpose_check check (
    purpose in ('register', 'resetPassword', 'activate', 'invitation', 'campaign', 'bind', 'superAdministrator'));
