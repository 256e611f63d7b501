-- Mail that is sent, and the addresses of subscriptions.
create table recipient (
  recipient_id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  address text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  confirmation_hash bytea unique,
  confirmation_sent_at timestamptz,
  unsubscribe_token text not null unique,
  failures integer not null default 0,
  last_failure text,
  disabled_at timestamptz
);
create unique index recipient_by_address on recipient (user_id, lower(address));

comment on column recipient.confirmation_hash is 'SHA-256 of the secret in the newest confirmation link';
comment on column recipient.unsubscribe_token is 'not hashed: every mail contains it, and it only ends subscriptions';
comment on column recipient.failures is 'permanent rejections in a row; the third one disables the address';

create table recipient_subscription (
  recipient_id uuid not null references recipient on delete cascade,
  kind text not null,
  subscribed_at timestamptz not null,
  primary key (recipient_id, kind)
);

create table mail_message (
  message_id uuid primary key,
  kind text not null,
  user_id uuid references app_user on delete cascade,
  recipient_id uuid references recipient on delete set null,
  address text not null,
  dedup_key text unique,
  content_encrypted text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  attempts integer not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  lease_until timestamptz,
  begun_at timestamptz,
  finished_at timestamptz,
  problem text
);
create index mail_message_due on mail_message (next_attempt_at) where state in ('queued', 'sending');
create index mail_message_by_address on mail_message (lower(address), kind, created_at);
create index mail_message_by_user on mail_message (user_id);
create index mail_message_by_recipient on mail_message (recipient_id);

comment on column mail_message.content_encrypted is 'null once the message is finished: it may contain links that work';
comment on column mail_message.begun_at is 'when the mail server was ready for the message: it may have been delivered since';
comment on column mail_message.state is 'unknown: the process or the connection ended after begun_at, so it is never sent again';
