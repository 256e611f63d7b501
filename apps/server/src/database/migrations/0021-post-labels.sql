create table label (
  label_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  name text not null,
  color text not null,
  rule jsonb,
  test_metric text,
  test_account_ids text[],
  test_started_at timestamptz,
  created_at timestamptz not null,
  check ((test_started_at is null) = (test_metric is null) and (test_started_at is null) = (test_account_ids is null))
);
create unique index label_name on label (user_id, lower(name));
comment on table label is 'a user’s name for a group of posts';
comment on column label.rule is 'the conditions of a post with the label; null: labelled by hand';
comment on column label.test_started_at is 'start of an experiment with posts of these accounts';

create table post_label (
  label_id uuid not null references label on delete cascade,
  account_id text not null,
  media_id text not null,
  labelled_at timestamptz not null,
  primary key (label_id, account_id, media_id)
);
create index post_label_by_account on post_label (account_id);
comment on table post_label is 'posts labelled by hand';
