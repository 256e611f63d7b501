-- Users have alerts unless they choose otherwise: what is stored is another choice, not the default.
create table alert_choice (
  choice_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user on delete cascade,
  account_id text,
  app_kinds text[] not null,
  mail_kinds text[] not null check (mail_kinds <@ app_kinds)
);
create unique index alert_choice_by_account on alert_choice (user_id, coalesce(account_id, ''));
create index alert_choice_of_account on alert_choice (account_id) where account_id is not null;
comment on table alert_choice is 'kinds of alerts that users chose; without a row, all in the app and none by mail';
comment on column alert_choice.account_id is 'null: all accounts without a row of their own, and the login';

create table alert_check (
  user_id uuid primary key references app_user on delete cascade,
  checked_at timestamptz not null,
  since date,
  evaluated jsonb not null default '{}'
);
create index alert_check_due on alert_check (checked_at);
comment on column alert_check.since is 'days before are no news to a user who had no alerts then';
comment on column alert_check.evaluated is 'the data version last evaluated, and when, by account; login for the login';

-- Whoever chose keeps exactly that: the choice of most of their linked accounts is for all, those that differ are
-- exceptions. Until now, every alert was also sent to the recipients of alerts.
create temporary table watched on commit drop as
  select account_ref.user_id, account_ref.account_id,
    coalesce(array(select kind from unnest(alert_watch.kinds) kind order by kind), '{}') as kinds
  from account_ref
  left join alert_watch on alert_watch.user_id = account_ref.user_id
    and alert_watch.account_id = account_ref.account_id;

insert into alert_choice (user_id, account_id, app_kinds, mail_kinds)
select user_id, null, kinds, kinds from (
  select chooser.user_id, coalesce((select mode() within group (order by kinds) from watched
      where watched.user_id = chooser.user_id), '{}')
    || case when exists (select from alert_watch
        where alert_watch.user_id = chooser.user_id and alert_watch.account_id is null)
      then array['login_ending'] else '{}'::text[] end as kinds
  from (
    select user_id from alert_watch
    union
    -- Whoever had alerts and ended them chose to have none.
    select actor_id from audit_entry join app_user on app_user.user_id = actor_id where action = 'alerts.stopped'
  ) chooser
) choice;

insert into alert_choice (user_id, account_id, app_kinds, mail_kinds)
select watched.user_id, watched.account_id, watched.kinds, watched.kinds
from watched join alert_choice on alert_choice.user_id = watched.user_id and alert_choice.account_id is null
where watched.kinds <> array_remove(alert_choice.app_kinds, 'login_ending');

-- Nobody is told about the past.
insert into alert_check (user_id, checked_at, since, evaluated)
select user_id, 'epoch',
  case when exists (select from alert_choice where alert_choice.user_id = app_user.user_id) then null else (now() at time zone 'utc')::date end,
  coalesce((select jsonb_object_agg(account_id, '{"version": null, "at": null, "isFirst": false}'::jsonb)
    from account_ref where account_ref.user_id = app_user.user_id), '{}')
from app_user;

drop table alert_watch;
