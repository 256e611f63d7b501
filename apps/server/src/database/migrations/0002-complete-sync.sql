-- More of what Instagram tells of a day: newer or rarer metrics, each of which may be refused for an account.
alter table account_day
  add column new_followers integer,
  add column profile_views integer,
  add column website_clicks integer,
  add column taps_call integer,
  add column taps_direction integer,
  add column taps_email integer,
  add column taps_text integer,
  add column taps_book_now integer,
  add column taps_other integer;
comment on column account_day.new_followers is 'Instagram''s own follower_count series: new followers of the day, less those who left';

create table online_followers (
  account_id text not null,
  day date not null,
  hours integer[] not null check (cardinality(hours) = 24),
  fetched_at timestamptz not null,
  primary key (account_id, day)
);
comment on column online_followers.hours is 'followers online in each hour of Instagram''s day; null is "not told"';

alter table media
  add column skip_rate double precision,
  add column link_clicks integer,
  add column activity_bio_link integer,
  add column activity_call integer,
  add column activity_direction integer,
  add column activity_email integer,
  add column activity_text integer,
  add column activity_other integer,
  add column own_read_at timestamptz,
  add column final_at timestamptz,
  add column missing_since timestamptz,
  add column gone_at timestamptz;
comment on column media.own_read_at is 'when the figures that only its kind answers were last read';
comment on column media.final_at is 'a story''s last reading before Instagram stops to answer';
comment on column media.missing_since is 'first list of Instagram in which it did not stand; a later one makes it gone';

-- When an account is read next, and what could not be read.
alter table sync_state
  add column read_at jsonb not null default '{}',
  add column wanted boolean not null default false,
  add column watched_until timestamptz,
  add column throttle_factor numeric(5, 2) not null default 1 check (throttle_factor between 1 and 100);
comment on column sync_state.read_at is 'when each part of the account was last read';
comment on column sync_state.wanted is 'a person asked for a reading now';
comment on column sync_state.watched_until is 'until then somebody is looking: read often';

create table sync_gap (
  account_id text not null,
  kind text not null check (kind in ('days', 'stories')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  reason text not null,
  primary key (account_id, kind, from_at)
);

create table graph_pause (
  scope text primary key,
  until timestamptz not null,
  reason text not null,
  updated_at timestamptz not null default now()
);
comment on column graph_pause.scope is 'app, or an account_id';

create table media_thumbnail (
  account_id text not null,
  media_id text not null,
  key text not null,
  file text,
  bytes integer,
  stored_at timestamptz,
  failures integer not null default 0,
  tried_at timestamptz,
  address_refused boolean not null default false,
  next_try_at timestamptz,
  primary key (account_id, media_id)
);
comment on column media_thumbnail.address_refused is 'the address is used up: only one read anew is worth a try';

create table thumbnail_turn (
  account_id text primary key,
  seen_version bigint not null default -1,
  look_again_at timestamptz,
  taken_until timestamptz
);
comment on table thumbnail_turn is 'which accounts have been looked through for media without a copy of their picture';

alter table account add column orphaned_at timestamptz;
create index account_orphaned on account (orphaned_at) where orphaned_at is not null;
comment on column account.orphaned_at is 'since when nobody has it linked; deleted 30 days later';
update account set orphaned_at = now()
  where not exists (select from account_ref where account_ref.account_id = account.account_id);

-- The care of business logins.
alter table meta_connection
  add column checked_at timestamptz,
  add column renewed_at timestamptz,
  add column missing_scopes text[] not null default '{}';

create table webhook_inbox (
  source text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (source, event_id)
);
