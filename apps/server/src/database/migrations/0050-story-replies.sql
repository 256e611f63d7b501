-- Instagram reports 0 replies for every story of accounts in Europe and Japan: a 0 counts once one story has had any.
create index media_with_replies on media (account_id) where replies > 0;
comment on column media.replies is 'as reported; 0 means nothing for an account none of whose stories has had any';
