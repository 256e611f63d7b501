-- The logos that users show on their reports.
create table report_logo (
  user_id uuid primary key references app_user on delete cascade,
  image bytea not null check (octet_length(image) <= 524288),
  changed_at timestamptz not null
);

comment on column report_logo.image is 'PNG, encoded by us';
