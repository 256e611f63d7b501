-- Pictures that users upload of themselves.
create table picture_upload (
  upload_id bigint generated always as identity primary key,
  user_id uuid not null references app_user on delete cascade,
  file text unique,
  uploaded_at timestamptz not null
);
create index picture_upload_by_user on picture_upload (user_id, uploaded_at);
create index picture_upload_by_time on picture_upload (uploaded_at);
comment on table picture_upload is 'without a file it was replaced or refused, and counts for the limit only';

-- Whose user was deleted, as a hash: a token of before must not make them a user again.
create table closed_identity (
  identity_hash bytea primary key,
  closed_at timestamptz not null
);
