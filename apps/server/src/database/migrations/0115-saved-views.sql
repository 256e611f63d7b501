-- Groups of accounts and views that a user has saved.
create table saved_view (
  view_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  name text not null,
  path text,
  search text not null,
  created_at timestamptz not null
);
create unique index saved_view_by_name on saved_view (user_id, lower(name));
comment on column saved_view.path is 'null for a group of accounts, which applies to any page';
