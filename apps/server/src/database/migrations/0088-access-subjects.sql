-- The subject of a user's access tokens at the last sign-in, next to `subject`, which since then is that of their ID
-- tokens: providers such as Okta write a login name into access tokens, and give it to somebody else later. Null until
-- a sign-in has told the two apart.
alter table app_user add column access_subject text;
create index app_user_by_other_subject on app_user (issuer) where access_subject <> subject;
comment on column app_user.access_subject is 'the subject of access tokens at the last sign-in; null: not known to differ from subject';
