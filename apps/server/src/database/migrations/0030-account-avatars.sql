-- Our own copies of profile pictures, because Instagram's URLs expire.
alter table account add column avatar_file text, add column avatar_source text;
create index account_by_avatar on account (avatar_file) where avatar_file is not null;
comment on column account.avatar_file is 'the copy; null: not copied yet';
comment on column account.avatar_source is 'path of the copied URL, which changes with the picture, unlike its signature';
