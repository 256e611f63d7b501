-- Reports that users have saved.
create table report (
  report_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  account_ids text[] not null,
  choice jsonb not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index report_by_user on report (user_id, changed_at);
create index report_by_account on report using gin (account_ids);

comment on column report.account_ids is 'without deleted accounts: may become empty';
comment on column report.choice is 'what the report shows, except for its accounts';
