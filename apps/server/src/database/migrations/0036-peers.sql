-- Public accounts that users compare their own with.
alter table plan add column peer_limit integer not null default 0 check (peer_limit >= 0);
comment on column plan.peer_limit is 'peers of all linked accounts together';
update plan set peer_limit = case plan_id when 'starter' then 3 when 'pro' then 10 when 'agency' then 50 else 0 end;

create table peer (
  peer_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  account_id text not null,
  instagram_id text not null,
  username text not null,
  name text,
  biography text,
  state text not null default 'ok' check (state in ('ok', 'unavailable', 'login_needed')),
  since timestamptz,
  added_at timestamptz not null,
  measured_at timestamptz,
  next_fetch_at timestamptz not null,
  attempts integer not null default 0
);
create unique index peer_by_username on peer (user_id, account_id, username);
create unique index peer_by_instagram_id on peer (user_id, account_id, instagram_id);
create index peer_of_account on peer (account_id);
create index peer_due on peer (next_fetch_at);

comment on column peer.account_id is 'whose login asks Instagram, and with which it is compared';
comment on column peer.since is 'since when the state is not ok';
comment on column peer.attempts is 'fetches that were started since the last one that ended';

create table peer_day (
  peer_id uuid not null references peer on delete cascade,
  day date not null,
  followers integer not null,
  follows integer,
  media_count integer,
  primary key (peer_id, day)
);
create index peer_day_by_age on peer_day (day);

create table peer_post (
  peer_id uuid not null references peer on delete cascade,
  day date not null,
  media_id text not null,
  published_at timestamptz not null,
  likes integer,
  comments integer,
  product_type text,
  permalink text,
  primary key (peer_id, day, media_id)
);
create index peer_post_by_age on peer_post (day);
comment on column peer_post.day is 'on which it was measured';
comment on column peer_post.likes is 'null: hidden';
