-- People, plans, what they pay for.
create table app_user (
  user_id uuid primary key default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  name text not null,
  email text not null,
  picture text,
  role text not null default 'user' check (role in ('user', 'system-admin')),
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  unique (issuer, subject)
);

create table plan (
  plan_id text primary key,
  name text not null,
  account_limit integer check (account_limit >= 0),
  roadmap_view boolean not null,
  roadmap_add boolean not null,
  position integer not null
);
comment on column plan.account_limit is 'null is unlimited';
insert into plan (plan_id, name, account_limit, roadmap_view, roadmap_add, position) values
  ('free', 'Free', 0, false, false, 0),
  ('starter', 'Starter', 3, true, false, 1),
  ('pro', 'Pro', 10, true, true, 2),
  ('agency', 'Agency', null, true, true, 3);

create table subscription (
  user_id uuid primary key references app_user on delete cascade,
  plan_id text not null references plan,
  status text not null check (status in ('free', 'active', 'canceled')),
  current_period_end timestamptz,
  cancel_at timestamptz,
  updated_at timestamptz not null default now()
);

-- The Meta business login of a user, and what it lists.
create table meta_connection (
  user_id uuid primary key references app_user on delete cascade,
  meta_user_id text not null,
  name text,
  picture text,
  account_type text,
  client_business_id text,
  token_sealed text not null,
  scopes text[] not null,
  expires_at timestamptz,
  data_access_expires_at timestamptz,
  broken_at timestamptz,
  broken_reason text,
  connected_at timestamptz not null default now()
);

create table connection_account (
  user_id uuid not null references meta_connection on delete cascade,
  account_id text not null,
  username text not null,
  name text,
  picture text,
  followers_count integer,
  follows_count integer,
  media_count integer,
  seen_at timestamptz not null default now(),
  primary key (user_id, account_id)
);
create index connection_account_by_account on connection_account (account_id);

-- Social accounts, stored once, and who has linked them.
create table account (
  account_id text primary key,
  type text not null check (type in ('instagram_account', 'facebook_page')),
  username text not null,
  name text,
  picture text,
  followers_count integer,
  follows_count integer,
  media_count integer,
  earliest_day date,
  activated_at timestamptz,
  data_version bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table account_ref (
  user_id uuid not null references app_user on delete cascade,
  account_id text not null,
  type text not null,
  linked_at timestamptz not null default now(),
  primary key (user_id, account_id)
);
create index account_ref_by_account on account_ref (account_id);

-- Figures: a day is a row, a metric a column, the account comes first in every key; null is "never fetched".
create table account_day (
  account_id text not null,
  day date not null,
  followers integer,
  follows integer,
  unfollows integer,
  reach integer,
  reach_follower integer,
  reach_non_follower integer,
  reach_post integer,
  reach_reel integer,
  reach_story integer,
  reach_carousel integer,
  reach_other integer,
  views integer,
  views_follower integer,
  views_non_follower integer,
  views_post integer,
  views_reel integer,
  views_story integer,
  views_carousel integer,
  views_other integer,
  interactions integer,
  interactions_post integer,
  interactions_reel integer,
  interactions_story integer,
  interactions_carousel integer,
  interactions_other integer,
  likes integer,
  comments integer,
  saves integer,
  shares integer,
  replies integer,
  reposts integer,
  engaged integer,
  profile_links_taps integer,
  complete boolean not null,
  fetched_at timestamptz not null,
  primary key (account_id, day) include (
    followers, follows, reach, reach_non_follower, views, interactions, likes, comments, saves, shares, engaged, complete
  )
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
comment on column account_day.complete is 'fetched after the day had ended';

create table account_window (
  account_id text not null,
  end_day date not null,
  days smallint not null check (days in (7, 14, 28, 30)),
  reach integer,
  engaged integer,
  fetched_at timestamptz not null,
  primary key (account_id, end_day, days)
);

create table media (
  account_id text not null,
  media_id text not null,
  product_type text not null check (product_type in ('FEED', 'REELS', 'STORY')),
  media_type text not null check (media_type in ('IMAGE', 'VIDEO', 'CAROUSEL_ALBUM')),
  caption text not null default '',
  permalink text,
  media_url text,
  thumbnail_url text,
  username text,
  published_at timestamptz not null,
  published_day date not null,
  hashtags text[] not null default '{}',
  mentions text[] not null default '{}',
  collaborators text[] not null default '{}',
  search_text text not null default '',
  reach integer,
  views integer,
  likes integer,
  comments integer,
  saved integer,
  shares integer,
  interactions integer,
  follows integer,
  profile_visits integer,
  replies integer,
  reposts integer,
  average_watch_ms double precision,
  total_watch_ms bigint,
  taps_forward integer,
  taps_back integer,
  exits integer,
  swipes_forward integer,
  insights_refusal text,
  first_observed_at timestamptz not null,
  observed_at timestamptz not null,
  primary key (account_id, media_id)
);
create index media_by_day on media (account_id, published_day desc);

create table media_day (
  account_id text not null,
  day date not null,
  media_id text not null,
  reach integer not null default 0,
  views integer not null default 0,
  likes integer not null default 0,
  comments integer not null default 0,
  saved integer not null default 0,
  shares integer not null default 0,
  interactions integer not null default 0,
  follows integer not null default 0,
  before_first_observation boolean not null default false,
  primary key (account_id, day, media_id)
);
create index media_day_by_media on media_day (account_id, media_id, day);
comment on table media_day is 'signed gains since the last observation; the first observation stands on the publish day, flagged';

create table demographics (
  account_id text not null,
  audience text not null check (audience in ('follower', 'engaged')),
  day date not null,
  dimension text not null check (dimension in ('age_gender', 'country', 'city')),
  key text not null,
  value integer not null,
  primary key (account_id, audience, day, dimension, key)
);

-- Sync: what is done, who is at it, what it cost.
create table sync_state (
  account_id text primary key,
  initialized_at timestamptz,
  initialization jsonb not null default '{}',
  tasks jsonb not null default '{}',
  refused jsonb not null default '[]',
  running boolean not null default false,
  next_sync_at timestamptz,
  last_sync_at timestamptz,
  problem jsonb,
  failures integer not null default 0,
  lease_holder text,
  lease_until timestamptz,
  fence bigint not null default 0,
  updated_at timestamptz not null default now()
);
create index sync_state_due on sync_state (next_sync_at) where next_sync_at is not null;

create table api_call_hour (
  account_id text not null,
  hour timestamptz not null,
  calls integer not null,
  requests integer not null,
  primary key (account_id, hour)
);

create table live_token (
  token_hash bytea primary key,
  user_id uuid not null references app_user on delete cascade,
  expires_at timestamptz not null
);
create index live_token_by_user on live_token (user_id);

create table audit_entry (
  entry_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  target text not null,
  change jsonb not null,
  request_id text
);
