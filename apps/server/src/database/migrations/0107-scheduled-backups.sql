-- Backups that Tidemark makes by itself: at most one that is still to be made, and those that are kept.
create table scheduled_backup (
  backup_id uuid primary key,
  due_at timestamptz not null unique,
  next_attempt_at timestamptz not null,
  attempts integer not null default 0,
  error text,
  failed_at timestamptz,
  file text,
  finished_at timestamptz,
  bytes bigint,
  trial text check (trial in ('passed', 'failed', 'untried')),
  trial_problem text
);
create unique index scheduled_backup_open on scheduled_backup ((finished_at is null)) where finished_at is null;

comment on column scheduled_backup.file is 'its name in BACKUP_DIR; until it is finished, what a killed process may have left';
comment on column scheduled_backup.trial is 'the outcome of restoring it into a temporary database';
