alter table peer_post add column views integer;
comment on column peer_post.views is 'null: not reported';
alter table media add column facebook_views integer, add column crossposted_views integer;
comment on column media.facebook_views is 'of a reel that is also on Facebook; null: not reported';
comment on column media.crossposted_views is 'on Instagram and Facebook together';
