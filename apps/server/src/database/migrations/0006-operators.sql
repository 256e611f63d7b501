-- What operators did, each entry sealed together with the one before it.
alter table audit_entry
  add column outcome text not null default 'ok' check (outcome in ('ok', 'failed')),
  add column failure text,
  add column previous_hash bytea,
  add column hash bytea;
comment on column audit_entry.hash is 'SHA-256 over previous_hash and the entry; null in entries older than the chain';
create index audit_entry_by_time on audit_entry (at desc, entry_id desc);

create table audit_chain (
  chain_id smallint primary key default 1 check (chain_id = 1),
  entries bigint not null default 0,
  head bytea
);
comment on table audit_chain is 'one row: how many entries are sealed, and the hash of the last; held while one is added';
insert into audit_chain default values;

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are added, never changed';
end $$;
create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entries_stay before truncate on audit_entry
  for each statement execute function refuse_audit_change();

-- Who was there on which day, and when last.
alter table app_user
  add column last_seen_at timestamptz,
  add column named_operator_at timestamptz,
  add column search tsvector generated always as (array_to_tsvector(array_remove(
    regexp_split_to_array(left(lower(name || ' ' || email), 1000), '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e[:space:]]+'), ''))) stored;
comment on column app_user.named_operator_at is 'when the configuration made them an operator: once, so that taking the role away lasts';
comment on column app_user.search is 'the words of name and e-mail; found by how they begin';
create table user_day (
  user_id uuid not null references app_user on delete cascade,
  day date not null,
  primary key (user_id, day)
);
create index user_day_by_day on user_day (day);

-- Paging, sorting and searching 100,000 users and 50,000 accounts.
create index app_user_search on app_user using gin (search);
create index app_user_by_name on app_user (lower(name) nulls first, user_id);
create index app_user_by_email on app_user (lower(email) nulls first, user_id);
create index app_user_by_seen on app_user (last_seen_at nulls first, user_id);
create index app_user_by_created on app_user (created_at nulls first, user_id);
create index app_user_operators on app_user (user_id) where role = 'system-admin';
alter table account
  add column search tsvector generated always as (array_to_tsvector(array_remove(
    regexp_split_to_array(left(lower(coalesce(name, '') || ' ' || username), 1000), '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e[:space:]]+'), ''))) stored;
create index account_search on account using gin (search);
create index account_by_name on account (lower(coalesce(name, username)), account_id);
create index api_call_hour_by_hour on api_call_hour (hour, account_id) include (calls);
create index sync_state_by_throttle on sync_state (throttle_factor, account_id) where throttle_factor > 1;
