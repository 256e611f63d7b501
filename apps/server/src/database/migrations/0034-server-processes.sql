-- What each running process reports about itself.
create table server_process (
  process_id uuid primary key,
  streams integer not null,
  reported_at timestamptz not null
);

comment on column server_process.streams is 'open live streams';
