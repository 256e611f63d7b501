alter table media add column insights_read_at timestamptz;
comment on column media.insights_read_at is 'when its insights were last asked for; a page that one post spoils is listed without them';
