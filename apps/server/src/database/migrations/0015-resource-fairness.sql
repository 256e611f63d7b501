-- Fetches of a customer at the payment provider are numbered: what was fetched last is stored last, and no row stays locked
-- while the provider answers.
alter table payment_customer
  add column last_fetch bigint not null default 0,
  add column stored_fetch bigint not null default 0,
  add column checkout_claimed_until timestamptz;

-- When a user last asked for a sync, whether or not it succeeded.
alter table sync_state add column requested_at timestamptz;

-- When the accounts of a login were last fetched from Meta.
alter table meta_connection add column listed_at timestamptz;

-- How often users did the same thing on a day. The audit log has one entry for the first time.
create table user_action_day (
  user_id uuid not null references app_user on delete cascade,
  action text not null,
  day date not null,
  times integer not null default 1,
  primary key (user_id, action, day)
);
