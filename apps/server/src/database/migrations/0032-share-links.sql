-- Links with which people who are not signed in see chosen figures.
create table share_link (
  link_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  token_hash bytea unique,
  token_encrypted text,
  title text not null,
  account_ids text[] not null,
  choice jsonb not null,
  is_frozen boolean not null,
  frozen_content jsonb,
  passcode_hash text,
  may_be_embedded boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  views integer not null default 0,
  last_viewed_on date
);
create index share_link_by_user on share_link (user_id);
create index share_link_by_account on share_link using gin (account_ids);

create table share_failure (
  failure_key bytea primary key,
  failures integer not null,
  blocked_until timestamptz,
  last_at timestamptz not null
);

comment on column share_link.token_hash is 'SHA-256 of the token, which has 256 random bits; null once revoked';
comment on column share_link.choice is 'what is shown, without its title and accounts';
comment on column share_link.frozen_content is 'null for a live link, and once one of its accounts was deleted';
comment on column share_link.expires_at is 'null: until it is revoked';
comment on table share_failure is 'guesses of passcodes by link, by network, and by both; the keys are hashes';
