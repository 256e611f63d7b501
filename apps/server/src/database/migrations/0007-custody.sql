-- When an operator ended every session: what was given out before opens nothing any more.
create table session_end (
  session_end_id smallint primary key default 1 check (session_end_id = 1),
  ended_at timestamptz not null
);

-- What people asked Meta to have deleted here. Who they are is forgotten with the deletion; the code stays.
create table meta_deletion (
  code text primary key,
  request_hash bytea not null unique,
  meta_user_id text,
  account_ids text[] not null default '{}',
  requested_at timestamptz not null,
  completed_at timestamptz
);
create index meta_deletion_open on meta_deletion (requested_at) where completed_at is null;

-- Which process did which nightly work.
create table nightly_run (
  work text not null,
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  primary key (work, day)
);
