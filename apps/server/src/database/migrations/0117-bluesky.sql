-- Accounts of another network have IDs of ours, and a table of the network maps them to its own.
alter table account drop constraint account_type_check;
alter table account add constraint account_type_check check (type in ('instagram_account', 'facebook_page', 'bluesky_account'));

create table bluesky_account (
  account_id text primary key,
  did text not null unique,
  created_at timestamptz not null default now()
);
comment on column bluesky_account.did is 'the account''s identifier in the network, which stays when its name or its server changes';
