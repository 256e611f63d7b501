-- Hashtags, mentions and search texts are derived from stored captions again, in the background.
alter table media add column caption_version smallint not null default 0;
comment on column media.caption_version is 'version of the rules for hashtags, mentions and search_text; older rows are derived again';
create index media_caption_outdated on media (account_id) where caption_version < 1;

-- Words of names are compared in one normal form.
alter table app_user drop column search;
alter table app_user
  add column search tsvector generated always as (array_to_tsvector(array_remove(
    regexp_split_to_array(left(normalize(lower(normalize(name || ' ' || email, nfkc)), nfkc), 1000),
      '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e[:space:]]+'), ''))) stored;
comment on column app_user.search is 'the words of name and e-mail; found by how they begin';
create index app_user_search on app_user using gin (search);
alter table account drop column search;
alter table account
  add column search tsvector generated always as (array_to_tsvector(array_remove(
    regexp_split_to_array(left(normalize(lower(normalize(coalesce(name, '') || ' ' || username, nfkc)), nfkc), 1000),
      '[\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e[:space:]]+'), ''))) stored;
create index account_search on account using gin (search);

-- Names of labels are stored in composed letters, unless the user already has one that is written so.
update label set name = normalize(name, nfc)
  where name is not nfc normalized
    and not exists (select from label other
      where other.user_id = label.user_id and other.label_id <> label.label_id
        and lower(normalize(other.name, nfc)) = lower(normalize(label.name, nfc)));
