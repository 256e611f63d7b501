-- When reports are sent by mail.
create table report_schedule (
  report_id uuid primary key references report on delete cascade,
  cadence text not null check (cadence in ('weekly', 'monthly')),
  weekday smallint not null check (weekday between 1 and 7),
  month_day smallint not null check (month_day between 1 and 28),
  hour smallint not null check (hour between 0 and 23),
  time_zone text not null,
  next_at timestamptz not null,
  attempts integer not null default 0,
  retry_at timestamptz
);
create index report_schedule_due on report_schedule (coalesce(retry_at, next_at));
