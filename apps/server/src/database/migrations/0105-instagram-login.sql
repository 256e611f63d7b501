-- Logins at Instagram itself: each is for one account, and needs no Facebook page.
create table instagram_login (
  login_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  account_id text not null,
  app_user_id text not null,
  username text not null,
  name text,
  picture text,
  followers_count integer,
  follows_count integer,
  media_count integer,
  token_encrypted text not null,
  missing_scopes text[] not null default '{}',
  expires_at timestamptz not null,
  broken_at timestamptz,
  broken_reason text,
  connected_at timestamptz not null,
  renewed_at timestamptz,
  next_check_at timestamptz not null,
  attempts integer not null default 0
);
create unique index instagram_login_by_account on instagram_login (user_id, account_id);
create index instagram_login_of_account on instagram_login (account_id);
create index instagram_login_by_app_user on instagram_login (app_user_id);
create index instagram_login_due on instagram_login (next_check_at);

comment on column instagram_login.app_user_id is 'the account’s ID for our app only, which Instagram names in its callbacks';
comment on column instagram_login.attempts is 'checks that were started since the last one that ended';

alter table meta_deletion add column id_issuer text not null default 'facebook'
  check (id_issuer in ('facebook', 'instagram'));
comment on column meta_deletion.id_issuer is 'whose user ID the request names';
