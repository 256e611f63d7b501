-- What operators have paused, and what each process reports about its background work.
create table work_pause (
  name text primary key,
  paused_at timestamptz not null
);

create table work_report (
  process_id uuid not null,
  name text not null,
  running integer not null,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text,
  reported_at timestamptz not null,
  primary key (process_id, name)
);
