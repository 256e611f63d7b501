-- The rows of one account lie all over a table, because they come in day by day; in the key they lie side by side. So the
-- keys carry every figure that is added up: the parts of a day's figures, and what posts gained on a day.
alter table account_day
  drop constraint account_day_pkey,
  add primary key (account_id, day) include (
    followers, follows,
    reach, reach_follower, reach_non_follower, reach_post, reach_reel, reach_story, reach_carousel, reach_other,
    views, views_follower, views_non_follower, views_post, views_reel, views_story, views_carousel, views_other,
    interactions, interactions_post, interactions_reel, interactions_story, interactions_carousel, interactions_other,
    likes, comments, saves, shares, engaged, complete
  );

alter table media_day
  drop constraint media_day_pkey,
  add primary key (account_id, day, media_id) include (
    reach, views, likes, comments, saved, shares, interactions, follows, before_first_observation
  );
alter table media_day set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02);
