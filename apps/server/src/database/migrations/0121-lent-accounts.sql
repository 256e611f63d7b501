-- Accounts that members have brought into another's workspace, which their logins reach. Ends with the membership, and
-- with either link.
create table lent_account (
  workspace_id uuid not null,
  account_id text not null,
  user_id uuid not null,
  lent_at timestamptz not null,
  primary key (workspace_id, account_id, user_id),
  foreign key (workspace_id, user_id) references workspace_member on delete cascade,
  foreign key (workspace_id, account_id) references account_ref (user_id, account_id) on delete cascade,
  foreign key (user_id, account_id) references account_ref (user_id, account_id) on delete cascade
);
create index lent_account_by_lender on lent_account (user_id, account_id);
