-- A post that the database refuses is named among the gaps of its account instead of stopping the account's sync.
alter table sync_gap drop constraint sync_gap_kind_check;
alter table sync_gap add constraint sync_gap_kind_check check (kind in ('days', 'stories', 'posts'));
