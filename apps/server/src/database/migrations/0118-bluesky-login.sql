-- Accounts on Bluesky whose ownership users have proven. Reading needs no sign-in, so no token is kept.
create table bluesky_login (
  user_id uuid not null references app_user on delete cascade,
  account_id text not null,
  connected_at timestamptz not null,
  primary key (user_id, account_id)
);
create index bluesky_login_of_account on bluesky_login (account_id);

-- Sign-ins that have started at an account's server and not returned yet.
create table bluesky_sign_in (
  state text primary key,
  user_id uuid not null references app_user on delete cascade,
  secrets_encrypted text not null,
  expires_at timestamptz not null
);
create index bluesky_sign_in_of_user on bluesky_sign_in (user_id);
create index bluesky_sign_in_expired on bluesky_sign_in (expires_at);
comment on column bluesky_sign_in.secrets_encrypted is 'the key and the verifier that the code is exchanged with';
