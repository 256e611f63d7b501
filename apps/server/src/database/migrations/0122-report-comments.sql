-- What members and clients write about reports.
create table report_comment (
  comment_id uuid primary key,
  report_id uuid not null references report on delete cascade,
  user_id uuid references app_user on delete set null,
  text text not null,
  created_at timestamptz not null
);
create index report_comment_by_report on report_comment (report_id, created_at);
create index report_comment_by_user on report_comment (user_id);
comment on column report_comment.user_id is 'who wrote it; null once they have deleted themselves';
