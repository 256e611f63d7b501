-- When the user last proved who they are, which may be before the session: the provider has one of its own.
alter table session add column signed_in_at timestamptz;
update session set signed_in_at = created_at;
alter table session alter column signed_in_at set not null;
