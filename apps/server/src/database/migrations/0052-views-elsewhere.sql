alter table peer_post add column views integer;
comment on column peer_post.views is 'null: not reported';
