-- The newest version that the address in UPDATE_CHECK_URL named.
create table release_check (
  check_id integer primary key check (check_id = 1),
  version text,
  url text,
  notes text,
  published_at timestamptz,
  checked_at timestamptz,
  failed_at timestamptz,
  next_check_at timestamptz not null
);

comment on column release_check.checked_at is 'the last check that was answered';
comment on column release_check.failed_at is 'the last check that failed, if it is the last one';
