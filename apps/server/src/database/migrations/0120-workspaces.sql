-- Members of a workspace. Each person's own has the person's ID, so that what belongs to it stays where it is.
create table workspace (
  workspace_id uuid primary key references app_user on delete cascade,
  name text not null
);
comment on table workspace is 'names; a workspace without one is called by its person''s name';

create table workspace_member (
  workspace_id uuid not null references app_user on delete cascade,
  user_id uuid not null references app_user on delete cascade,
  role text not null check (role in ('client', 'viewer', 'editor', 'owner')),
  account_ids text[],
  joined_at timestamptz not null,
  primary key (workspace_id, user_id),
  check (workspace_id <> user_id),
  check ((role = 'client') = (account_ids is not null))
);
create index workspace_member_by_user on workspace_member (user_id);
comment on column workspace_member.account_ids is 'the accounts that a client sees; null for the roles that see all';

create table workspace_invitation (
  invitation_id uuid primary key,
  workspace_id uuid not null references app_user on delete cascade,
  invited_by uuid not null references app_user on delete cascade,
  token_hash bytea not null unique,
  email text not null,
  role text not null check (role in ('client', 'viewer', 'editor', 'owner')),
  account_ids text[],
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((role = 'client') = (account_ids is not null))
);
create unique index workspace_invitation_by_email on workspace_invitation (workspace_id, lower(email));
create index workspace_invitation_by_inviter on workspace_invitation (invited_by);

-- Whose live stream a token opens: a member's in another's workspace.
alter table live_token add column member_id uuid references app_user on delete cascade;
create index live_token_by_member on live_token (member_id) where member_id is not null;
