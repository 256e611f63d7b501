-- Who decided an identity's role. Survives the deletion of the user, so that a demoted operator stays demoted.
create table identity_role (
  identity_hash bytea primary key,
  role text not null check (role in ('user', 'system-admin')),
  decided_by text not null check (decided_by in ('operator', 'operator_emails', 'claim')),
  decided_at timestamptz not null
);
comment on column identity_role.decided_at is 'for a claim, when the token with it was issued';

-- The last change in the audit log was an operator's, unless it was made by OPERATOR_EMAILS. Every other operator has the
-- role from the claim. The hash is the one of auth/identity-hash.ts.
insert into identity_role (identity_hash, role, decided_by, decided_at)
select sha256(convert_to('[' || to_json(issuer) || ',' || to_json(subject) || ']', 'UTF8')), app_user.role,
  case
    when latest.by like 'OPERATOR_EMAILS %' then 'operator_emails'
    when latest.target is not null then 'operator'
    when named_operator_at is not null then 'operator_emails'
    else 'claim'
  end,
  coalesce(latest.at, named_operator_at, app_user.created_at)
from app_user
left join (
  select distinct on (target) target, at, change ->> 'by' as by
  from audit_entry where action = 'user.role' and outcome = 'ok' order by target, entry_id desc
) latest on latest.target = 'user:' || app_user.user_id
where app_user.role = 'system-admin' or latest.target is not null or named_operator_at is not null;
update identity_role set decided_by = 'operator' where role = 'user';
alter table app_user drop column named_operator_at;

-- Since when a user's business login no longer lists an account that they have linked.
alter table account_ref add column reach_lost_at timestamptz;
update account_ref set reach_lost_at = now()
where not exists (
  select from connection_account listed
  where listed.user_id = account_ref.user_id and listed.account_id = account_ref.account_id);

-- De-authorizations that Meta sent, so that a replay of one ends no login that was connected since.
create table meta_deauthorization (
  request_hash bytea primary key,
  received_at timestamptz not null
);
create index meta_deauthorization_by_time on meta_deauthorization (received_at);
