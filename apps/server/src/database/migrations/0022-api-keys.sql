-- Keys with which programs call the API for a user.
create table api_key (
  key_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  key_hash bytea not null unique,
  name text not null,
  hint text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_key_by_user on api_key (user_id);

comment on column api_key.key_hash is 'SHA-256 of the key, which has 256 random bits';
comment on column api_key.hint is 'the first characters of the key, to recognise it by';
comment on column api_key.expires_at is 'null: until it is revoked, which deletes the row';
