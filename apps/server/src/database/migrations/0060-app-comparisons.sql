-- What the Instagram app showed users, beside our numbers at the time.
create table app_comparison (
  comparison_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  account_id text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  differences jsonb not null,
  tidemark_version text not null,
  graph_version text not null,
  created_at timestamptz not null
);
create index app_comparison_by_user on app_comparison (user_id, account_id, created_at);
create index app_comparison_by_account on app_comparison (account_id);
comment on column app_comparison.differences is 'by metric: the app’s number, ours with its bounds, and what explains the difference';
