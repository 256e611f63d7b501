-- What users write about days.
create table annotation (
  annotation_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  account_id text,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  text text not null,
  color text not null,
  created_at timestamptz not null
);
create index annotation_by_user on annotation (user_id, first_day);
create index annotation_by_account on annotation (account_id) where account_id is not null;
comment on column annotation.account_id is 'null for an annotation about all accounts of the user';
