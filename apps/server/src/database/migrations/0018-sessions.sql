-- Browser sessions: the provider's tokens, and the hash of the cookie that leads to them.
create table session (
  session_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  id_hash bytea not null unique,
  previous_id_hash bytea unique,
  previous_until timestamptz,
  access_token_hash bytea not null,
  access_token_encrypted text not null,
  access_issued_at timestamptz not null,
  access_expires_at timestamptz not null,
  refresh_token_encrypted text,
  id_token_encrypted text,
  renewal_until timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz
);
create index session_by_user on session (user_id);
create index session_by_access_token on session (access_token_hash);
create index session_by_last_use on session (last_used_at);

comment on column session.id_hash is 'SHA-256 of the cookie''s value';
comment on column session.previous_id_hash is 'of the cookie before the last rotation; valid until the new one has been used, and a grace period after that';
comment on column session.previous_until is 'end of that grace period; null until the new cookie has been used';
comment on column session.renewal_until is 'one process is renewing the tokens until then at the latest';
comment on column session.ended_at is 'the user logged out: its access token is rejected although it has not expired';
