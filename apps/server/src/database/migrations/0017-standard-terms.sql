-- Renames tables and columns to standard terms. Stored values stay, except for two names in checkpoints.
alter table closed_identity rename to deleted_identity;
alter table deleted_identity rename column closed_at to deleted_at;
alter index closed_identity_pkey rename to deleted_identity_pkey;

alter table account_ref rename column reach_lost_at to access_lost_at;

alter table meta_connection rename column token_sealed to token_encrypted;
alter table meta_connection rename column listed_at to accounts_fetched_at;

alter table subscription rename column read_at to fetched_at;
alter table payment_customer rename column next_read_at to next_fetch_at;
alter table payment_customer rename column read_at to fetched_at;
alter table payment_event rename column done_at to processed_at;
alter table payment_event rename column next_try_at to next_attempt_at;
alter table payment_event rename column problem to last_error;

alter table feature_request rename column unnamed_due to anonymise_pending;
alter table roadmap_reading rename to roadmap_fetch;
alter table roadmap_fetch rename column next_read_at to next_fetch_at;
alter table roadmap_fetch rename column read_at to fetched_at;
alter index roadmap_reading_pkey rename to roadmap_fetch_pkey;

alter table nightly_run rename column work to job;

alter trigger audit_entry_stays on audit_entry rename to audit_entry_append_only;
alter trigger audit_entries_stay on audit_entry rename to audit_entry_no_truncate;

alter table media rename column insights_read_at to insights_fetched_at;
alter table media rename column own_read_at to type_metrics_fetched_at;
alter table media_thumbnail rename column tried_at to last_attempt_at;
alter table media_thumbnail rename column next_try_at to next_attempt_at;
alter table media_thumbnail rename column address_refused to url_rejected;
alter table thumbnail_turn rename to thumbnail_queue;
alter table thumbnail_queue rename column seen_version to checked_version;
alter table thumbnail_queue rename column look_again_at to next_check_at;
alter table thumbnail_queue rename column taken_until to claimed_until;
alter index thumbnail_turn_pkey rename to thumbnail_queue_pkey;

alter table demographics rename column same_as to same_as_day;

alter table sync_state rename column refused to refused_metrics;
alter table sync_state rename column read_at to part_synced_at;
alter table sync_state rename column wanted to sync_requested;
alter table sync_state rename column fence to fencing_token;
alter table sync_state rename column lease_holder to lease_owner;

-- Checkpoints of syncs that are under way.
update sync_state set tasks =
  replace(replace(replace(tasks::text,
    '"ownFigures": "wanted"', '"typeMetrics": "pending"'),
    '"ownFigures": "next"', '"typeMetrics": "next"'),
    '"together": {', '"batch": {')::jsonb
where tasks::text ~ '"(ownFigures|together)": ';

comment on column account.orphaned_at is 'when the last user unlinked it; deleted 30 days later';
comment on column account_day.new_followers is 'Instagram''s follower_count metric: new followers of the day less those who left';
comment on column account_day.window_rule is
  'end of the requested range: 1 the next midnight, 2 the second before it; 0 like 1, and no longer available';
comment on table media_day is 'signed deltas since the previous sync; activity before the first sync is on the publish day, flagged';
comment on column media.type_metrics_fetched_at is 'when the metrics that only its type has were last fetched';
comment on column media.insights_fetched_at is 'when its insights were last fetched; a page that one post makes fail is listed without them';
comment on column media.final_at is 'last fetch of a story before Instagram stops reporting its insights';
comment on column media.missing_since is 'first list from Instagram without it; a later one sets gone_at';
comment on column online_followers.hours is 'followers online in each hour of Instagram''s day; null is "not reported"';
comment on column media_thumbnail.url_rejected is 'the URL has expired: retried only with a newer one';
comment on table thumbnail_queue is 'which accounts were checked for media without a thumbnail copy';
comment on column demographics.cells is 'people by dimension and key; null when an earlier snapshot has the same';
comment on column demographics.same_as_day is 'day of the snapshot that has the same cells';
comment on column sync_state.part_synced_at is 'when each part of the account was last synced';
comment on column sync_state.sync_requested is 'a user requested a sync now';
comment on column sync_state.watched_until is 'a user is viewing the account: sync often until then';
comment on column plan.product_id is 'product of the price; its older and yearly prices are the same plan';
comment on table picture_upload is 'a row without a file was replaced or rejected, and only counts towards the limit';
comment on column feature_request.repository is 'repository of the issue; null when the request is only stored here';
comment on column feature_request.marker is 'written into the issue, to find one whose creation was not confirmed';
comment on column feature_request.anonymise_pending is 'its user was deleted: the name must be removed from the issue';
comment on column upvote.repository is 'empty for a request that is only stored here; issue_number is then its ID';
comment on table roadmap_fetch is 'of several processes, the one that advances next_fetch_at fetches';
comment on table audit_chain is 'one row: number of chained entries and the last hash; locked while an entry is added';
comment on column audit_entry.signature is
  'HMAC over hash; null in entries older than signatures, which a later audit.checkpoint confirms';
comment on column app_user.search is 'words of name and email; matched by prefix';
