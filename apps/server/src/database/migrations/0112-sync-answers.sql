-- Meta's answers, with which every stored number can be explained.
create table sync_answer (
  account_id text not null,
  answer_id uuid not null,
  fetched_at timestamptz not null,
  step text not null,
  data_version bigint not null,
  base_id uuid,
  content bytea not null,
  primary key (account_id, answer_id)
);
create index sync_answer_by_account on sync_answer (account_id, fetched_at);
create index sync_answer_by_age on sync_answer (fetched_at);
alter table sync_answer alter column content set storage external;

comment on table sync_answer is 'the answers that one step of a sync received, and the rows with the same instant came from';
comment on column sync_answer.data_version is 'the version of the account''s data that the step made; steps are replayed in this order';
comment on column sync_answer.base_id is 'the answers without which content cannot be read; null if it contains everything';
comment on column sync_answer.content is 'what the step was given and the answers to its calls, as JSON compressed with zstd; a difference has the base as its dictionary';
