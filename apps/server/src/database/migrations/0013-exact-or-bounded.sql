-- Daily totals of before were asked for with an end that Instagram may count as part of the next day. Rows of rule 1 are
-- fetched again; those that Instagram does not give any more are marked wherever they are shown.
alter table account_day
  add column window_rule smallint not null default 1,
  add column reach_ad integer,
  add column views_ad integer,
  add column interactions_ad integer;
alter table account_day alter column window_rule set default 2;
comment on column account_day.window_rule is
  'how the day was asked for: 1 until the next midnight, 2 until the second before it; 0 as 1, and not available any more';

-- An index has 32 columns at most. What the parts of views and interactions leave over is their difference to the total;
-- the surfaces of reach do not add up to it, and what is on none of the known ones is rare.
alter table account_day
  drop constraint account_day_pkey,
  add primary key (account_id, day) include (
    followers, follows,
    reach, reach_follower, reach_non_follower, reach_post, reach_reel, reach_story, reach_carousel, reach_ad,
    views, views_follower, views_non_follower, views_post, views_reel, views_story, views_carousel, views_ad,
    interactions, interactions_post, interactions_reel, interactions_story, interactions_carousel, interactions_ad,
    likes, comments, saves, shares, engaged, complete
  );
create index account_day_reach_other on account_day (account_id, day) include (reach_other) where reach_other > 0;
create index account_day_outdated on account_day (account_id, day) where window_rule < 2;

alter table account_window
  add column window_rule smallint not null default 1,
  add column reach_non_follower integer;
alter table account_window alter column window_rule set default 2;
alter table account_window drop constraint account_window_days_check;
alter table account_window add constraint account_window_days_check check (days between 2 and 30);

-- Windows that somebody looked at and that were not stored.
create table window_request (
  account_id text not null,
  end_day date not null,
  days integer not null check (days between 2 and 30),
  requested_at timestamptz not null,
  fetched_at timestamptz,
  primary key (account_id, end_day, days)
);
create index window_request_open on window_request (account_id) where fetched_at is null;

-- Actions on the profile were looked for under names in capitals, which Instagram does not use: what was stored as 0 is unknown.
update media set
  activity_bio_link = null, activity_call = null, activity_direction = null, activity_email = null, activity_text = null,
  activity_other = null, own_read_at = null
where coalesce(activity_bio_link, 0) + coalesce(activity_call, 0) + coalesce(activity_direction, 0)
  + coalesce(activity_email, 0) + coalesce(activity_text, 0) + coalesce(activity_other, 0) = 0
  and coalesce(activity_bio_link, activity_call, activity_direction, activity_email, activity_text, activity_other) is not null;

alter table media
  add column total_views integer,
  add column total_likes integer,
  add column total_comments integer,
  add column is_collaboration boolean not null default false;
alter table media_day add column corrected boolean not null default false;
create index media_day_corrected on media_day (account_id, day) include (media_id) where corrected;
comment on column media_day.corrected is 'reduced in proportion, because Instagram lowered a lifetime total';
