alter table mail_message add column is_refused boolean not null default false;
comment on column mail_message.is_refused is 'failed because of its content or its sender, not of its address';
create index mail_message_refused on mail_message (finished_at) where is_refused;
