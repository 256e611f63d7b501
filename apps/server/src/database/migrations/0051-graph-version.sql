-- Meta answers with a newer version once the requested one has ended: operators should know.
create table graph_version (
  requested text primary key,
  answered text not null,
  seen_at timestamptz not null
);
