-- Series (daily reach, new followers, hours online) date a day by its start, as measured live in 2026. Earlier versions
-- filed them by its end, one day early. Each account's next sync compares its series with the totals of the same days,
-- and moves what is stored if they say so.
alter table sync_state add column series_shift smallint not null default 0;
alter table sync_state add column series_learned boolean not null default false;
alter table sync_state add column series_moved_at timestamptz;
comment on column sync_state.series_shift is 'days from the one in which a series dates a value to the one that it is stored for';
comment on column sync_state.series_learned is 'the totals of the same days have confirmed it';
comment on column sync_state.series_moved_at is 'when stored series were last moved to other days; null: never';
update sync_state set series_shift = -1 where exists (
  select from account_day where account_day.account_id = sync_state.account_id
);
comment on column account_day.window_rule is
  '0: outdated for good, 1: may cover two days, 2: reach comes from a series, 3: reach is the day''s total';

-- Beyond about a year, Instagram returns no cells by follow type; earlier versions took that for zero and derived the
-- same followers for all older days.
with unknown as (
  select account_id, max(day) as newest from account_day
  where follows = 0 and unfollows = 0 and reach_follower is null and reach > 0 and fetched_at > day + interval '360 days'
  group by account_id
)
update account_day set
  follows = case when follows = 0 and unfollows = 0 and reach_follower is null then null else follows end,
  unfollows = case when follows = 0 and unfollows = 0 and reach_follower is null then null else unfollows end,
  followers = case when day < newest then null else followers end
from unknown
where unknown.account_id = account_day.account_id and day <= newest and fetched_at > day + interval '360 days';
