-- Figures per day of the developer's time zone. Triggers append deltas in the transaction that changes the rows, and a
-- job folds them (as counters do), so writers never wait for each other. Readers add both.
create function day_in(zone text, at timestamptz) returns date
  language sql immutable parallel safe
  return (at at time zone zone)::date;

-- A dimension that a measure does not have is null.
create table figure_day (
  developer_id bigint not null references developer,
  day date not null,
  measure text not null,
  carrier text,
  product bigint,
  template_guid uuid,
  channel text,
  admin uuid,
  integrator uuid,
  label text, -- a reason, a category or a campaign
  value bigint not null,
  constraint figure_day_unique unique nulls not distinct
    (developer_id, measure, day, carrier, product, template_guid, channel, admin, integrator, label)
);
create table figure_delta (
  developer_id bigint not null references developer,
  id bigint generated always as identity,
  day date not null,
  measure text not null,
  carrier text,
  product bigint,
  template_guid uuid,
  channel text,
  admin uuid,
  integrator uuid,
  label text,
  value bigint not null,
  primary key (developer_id, id)
);
create index figure_delta_measure on figure_delta (developer_id, measure, day);
alter table figure_day enable row level security;
create policy tenant on figure_day using (developer_id = current_developer());
alter table figure_delta enable row level security;
create policy tenant on figure_delta using (developer_id = current_developer());
grant select on figure_day, figure_delta to sealwright_app;
