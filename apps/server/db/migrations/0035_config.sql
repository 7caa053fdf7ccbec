-- The developer's own settings. What is not stored has its initial value.
create table developer_config (
  developer_id bigint not null references developer,
  key text not null,
  value text not null check (char_length(value) <= 2000),
  -- Null: the platform operator.
  changed_by uuid references account,
  changed_at timestamptz not null,
  primary key (developer_id, key)
);
create index developer_config_changed_by on developer_config (changed_by);
alter table developer_config enable row level security;
create policy tenant on developer_config using (developer_id = current_developer());
grant select, insert, update, delete on developer_config to sealwright_app;

-- Two switches were columns of the profile.
insert into developer_config (developer_id, key, value, changed_by, changed_at)
  select developer_id, 'selfUnbind', 'true', updated_by, updated_at from developer_profile where self_unbind
  union all
  select developer_id, 'remindCustomers', 'true', updated_by, updated_at from developer_profile where remind_customers;
alter table developer_profile drop column self_unbind, drop column remind_customers;

-- A session also depends on settings, and on whether its account has a second factor. `config` has only the stored
-- settings.
create or replace view session_caller as
  select
    s.id as handle, s.secret_hash, s.state, s.created_at, s.last_seen_at, s.expires_at, s.fingerprint, s.owes,
    s.confirmed_at, s.owed_notice, s.device_id,
    viewer.id as viewer_id, coalesce(viewer.user_name, viewer.email, viewer.mobile) as viewer_name,
    m.*,
    (select jsonb_object_agg(c.key, c.value) from developer_config c where c.developer_id = s.developer_id) as config,
    -- Of the person who signed in, also while viewing as another administrator.
    own.totp_enabled_at is not null or exists (select from passkey p where p.account_id = s.account_id) as has_factor
  from session s
    join account own on own.id = s.account_id
    -- Only the super administrator views as another administrator. Without that rank the session shows its own account.
    left join membership v
      on s.view_as is not null and v.developer_id = s.developer_id and v.account_id = s.account_id and v.is_super
    left join account viewer on viewer.id = v.account_id
    join member m
      on m.developer_id = s.developer_id
      and m.account_id = case when v.account_id is null then s.account_id else s.view_as end;

alter table sign_in
  drop constraint sign_in_outcome_check,
  add constraint sign_in_outcome_check check (outcome in ('signedIn', 'wrongPassword', 'wrongSecondFactor',
    'slowedDown', 'disabled', 'validityOver', 'notActivated', 'networkRefused', 'passwordReset', 'browserNeeded',
    'denied'));

-- The flow of administrators who joined while new ones need approval.
alter table approval_flow add column is_for_new boolean not null default false;
