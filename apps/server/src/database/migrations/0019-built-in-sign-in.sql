-- The built-in identity provider: people who sign in with a password or a passkey, and the provider's own state.
create table local_identity (
  subject text primary key,
  email text not null,
  is_email_verified boolean not null,
  name text not null,
  password_hash text,
  is_operator boolean not null default false,
  totp_secret_encrypted text,
  totp_last_step bigint,
  created_at timestamptz not null,
  password_changed_at timestamptz
);
create unique index local_identity_by_email on local_identity (lower(email));

comment on column local_identity.is_email_verified is 'an operator has named the address; false once the person has changed it';
comment on column local_identity.is_operator is 'the roles claim of their tokens; operators'' later decisions are in identity_role';
comment on column local_identity.totp_secret_encrypted is 'null unless sign-ins with the password require a code';
comment on column local_identity.totp_last_step is 'the time step of the last accepted code, which no other sign-in may use';

create table passkey (
  credential_id text primary key,
  subject text not null references local_identity on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_by_subject on passkey (subject);

create table passkey_challenge (
  challenge_hash bytea primary key,
  subject text references local_identity on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);

comment on column passkey_challenge.subject is 'who registers a passkey; null for a sign-in, and for somebody who has just been invited';

create table recovery_code (
  code_hash bytea primary key,
  subject text not null references local_identity on delete cascade
);
create index recovery_code_by_subject on recovery_code (subject);

create table sign_in_link (
  link_id uuid primary key,
  link_hash bytea not null unique,
  kind text not null check (kind in ('setup', 'invitation', 'reset')),
  email text,
  name text,
  is_operator boolean not null default false,
  subject text references local_identity on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_link_by_expiry on sign_in_link (expires_at);

comment on table sign_in_link is 'unused links; using one deletes its row';
comment on column sign_in_link.subject is 'whose password a reset link sets';

create table sign_in_failure (
  failure_key bytea primary key,
  failures integer not null,
  blocked_until timestamptz,
  last_at timestamptz not null
);
create index sign_in_failure_by_last on sign_in_failure (last_at);

comment on column sign_in_failure.failure_key is 'SHA-256 of what is counted: an address, an email, or a browser and an email';

create table provider_entry (
  model text not null,
  entry_hash bytea not null,
  payload_encrypted text not null,
  grant_id text,
  uid text,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, entry_hash)
);
create index provider_entry_by_grant on provider_entry (grant_id);
create index provider_entry_by_expiry on provider_entry (expires_at);

comment on table provider_entry is 'sign-ins in progress, codes, grants and tokens of the built-in identity provider';

create table provider_secret (
  provider_secret_id integer primary key check (provider_secret_id = 1),
  secret_encrypted text not null,
  created_at timestamptz not null
);

comment on column provider_secret.secret_encrypted is 'its signing key, the key of its cookies and the secret of its only client';

alter table session add column user_agent text;
comment on column session.user_agent is 'the browser that signed in, so that its user recognises it';
