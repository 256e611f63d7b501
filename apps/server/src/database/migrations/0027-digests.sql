-- When users' digests are sent.
create table digest_schedule (
  user_id uuid primary key references app_user on delete cascade,
  is_on boolean not null,
  cadence text not null check (cadence in ('weekly', 'monthly')),
  weekday smallint not null check (weekday between 1 and 7),
  month_day smallint not null check (month_day between 1 and 28),
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  account_ids text[],
  next_at timestamptz,
  next_day date,
  attempts integer not null default 0,
  retry_at timestamptz
);
create index digest_schedule_due on digest_schedule (coalesce(retry_at, next_at)) where next_at is not null;

comment on column digest_schedule.account_ids is 'null: all linked accounts';
comment on column digest_schedule.next_at is 'null while it is off';
comment on column digest_schedule.next_day is 'the calendar day of next_at in time_zone';
