-- Cumulative totals of young posts at several ages.
create table media_measurement (
  account_id text not null,
  media_id text not null,
  age_minutes integer not null check (age_minutes >= 0),
  measured_at timestamptz not null,
  views integer,
  reach integer,
  interactions integer,
  likes integer,
  comments integer,
  saved integer,
  shares integer,
  primary key (account_id, media_id, age_minutes)
);
comment on table media_measurement is 'lifetime totals of a post as of an age, from publishing until it is 30 days old';

alter table sync_state add column measurement_polls jsonb not null default '[]';
comment on column sync_state.measurement_polls is 'recent requests that were made only to measure young posts';
