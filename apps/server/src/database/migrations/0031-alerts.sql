-- What users are told when something unusual happens, and what they want to be told.
create table alert_watch (
  watch_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  account_id text,
  kinds text[] not null check (cardinality(kinds) > 0),
  checked_at timestamptz not null,
  evaluated_version bigint,
  evaluated_at timestamptz
);
create unique index alert_watch_by_account on alert_watch (user_id, coalesce(account_id, ''));
create index alert_watch_due on alert_watch (checked_at);
create index alert_watch_of_account on alert_watch (account_id) where account_id is not null;

comment on column alert_watch.account_id is 'null: the login of the user';
comment on column alert_watch.evaluated_version is 'the data version of the account that was last evaluated';

create table alert (
  alert_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  account_id text,
  kind text not null,
  subject text not null,
  day date not null,
  raised_on date not null,
  sentence text not null,
  path text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create unique index alert_once_a_day on alert (user_id, coalesce(account_id, ''), kind, raised_on);
create unique index alert_by_subject on alert (user_id, coalesce(account_id, ''), kind, subject);
create index alert_by_user on alert (user_id, created_at);
create index alert_of_account on alert (account_id) where account_id is not null;
create index alert_by_age on alert (created_at);

comment on column alert.subject is 'what it is about: a day, a post, a milestone, the end of a login, the last sync';
create table alert_webhook (
  user_id uuid primary key references app_user on delete cascade,
  url text not null,
  secret_encrypted text not null,
  created_at timestamptz not null,
  disabled_reason text
);
comment on column alert_webhook.disabled_reason is 'null while it works';

create table alert_delivery (
  delivery_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  kind text not null check (kind in ('alerts', 'test')),
  body text not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  status integer,
  problem text
);
create index alert_delivery_due on alert_delivery (next_attempt_at) where state = 'queued';
create index alert_delivery_by_user on alert_delivery (user_id, created_at);
create index alert_delivery_by_age on alert_delivery (created_at);

-- With two subscriptions, a reader may leave one and stay with the other.
alter table recipient add column left_kinds text[] not null default '{}';
comment on column recipient.left_kinds is 'subscriptions that its reader has ended; only its reader can allow them again';

comment on index alert_once_a_day is 'at most one alert of a kind per account and day';
