-- Stored rows are compared with what Meta's stored answers result in now.
alter table sync_state
  add column replay_at timestamptz,
  add column replay_attempts integer not null default 0,
  add column replay_failure text;
create index sync_state_replay_due on sync_state ((coalesce(replay_at, initialized_at))) where initialized_at is not null;

alter table sync_gap drop constraint sync_gap_kind_check;
alter table sync_gap add constraint sync_gap_kind_check check (kind in ('days', 'stories', 'posts', 'corrected'));

comment on column sync_state.replay_at is 'when the account''s answers are to be replayed next; null before the first time';
comment on column sync_state.replay_attempts is 'replays that differed or failed since the last one that was equal';
comment on column sync_state.replay_failure is 'what differed in the last replay; null if it was equal';
comment on column sync_gap.kind is 'corrected: days whose values a replay has replaced, at the instant in reason';
