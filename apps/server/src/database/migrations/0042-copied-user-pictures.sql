-- Pictures of identity providers are copied, so that no page asks another server for them.
alter table app_user add column picture_attempts smallint not null default 0, add column next_picture_attempt_at timestamptz;
create index app_user_by_uncopied_picture on app_user (next_picture_attempt_at nulls first) where picture like 'http%';
alter table picture_upload add column is_copy boolean not null default false;
comment on column picture_upload.is_copy is 'copied from the identity provider; does not count towards the limit of uploads';
comment on column app_user.picture is 'path of our own file; the identity provider''s URL until it has been copied';
comment on column app_user.next_picture_attempt_at is 'when to copy the picture again after a failure; null: at once';
