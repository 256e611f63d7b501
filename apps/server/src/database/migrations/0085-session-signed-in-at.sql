-- When the user last proved who they are, which may be before the session: the provider has one of its own. The default
-- is for processes of the version before, during an upgrade of several.
alter table session add column signed_in_at timestamptz not null default now();
update session set signed_in_at = created_at;
