-- What users ask for. Where the roadmap is a GitHub repository, a row without a number waits to become an issue there.
create table feature_request (
  request_id bigint generated always as identity primary key,
  user_id uuid references app_user on delete set null,
  title text not null,
  description text not null,
  requested_at timestamptz not null,
  marker uuid not null unique default gen_random_uuid(),
  repository text,
  issue_number bigint,
  issue_url text,
  filed_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  unnamed_due boolean not null default false,
  unique (repository, issue_number)
);
create index feature_request_by_user on feature_request (user_id, requested_at);
create index feature_request_due on feature_request (next_attempt_at) where issue_number is null or unnamed_due;
create index feature_request_filed on feature_request (repository, filed_at);
comment on column feature_request.repository is 'where the issue is; without one the request lives here only';
comment on column feature_request.marker is 'stands in the issue, so that one that was created without our hearing of it is found';
comment on column feature_request.unnamed_due is 'its user was deleted: the name is to be taken out of the issue';

-- Votes are ours: on GitHub all of them would be the same user’s.
create table upvote (
  repository text not null,
  issue_number bigint not null,
  user_id uuid not null references app_user on delete cascade,
  voted_at timestamptz not null,
  primary key (repository, issue_number, user_id)
);
create index upvote_by_user on upvote (user_id);
comment on column upvote.repository is 'empty for a request that lives here only; its number is then its own';

-- The issues of the roadmap as they were read last, a page of a label at a time.
create table roadmap_page (
  repository text not null,
  label text not null,
  page integer not null,
  etag text,
  has_next boolean not null,
  issues jsonb not null,
  primary key (repository, label, page)
);

create table roadmap_reading (
  repository text primary key,
  next_read_at timestamptz not null,
  read_at timestamptz
);
comment on table roadmap_reading is 'of several processes the one that moves next_read_at on reads';
