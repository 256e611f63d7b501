-- Members of another's workspace choose for themselves what they receive by mail from it. It ends with the membership.
alter table recipient add column member_id uuid;
alter table recipient add foreign key (user_id, member_id) references workspace_member on delete cascade;
drop index recipient_by_address;
create unique index recipient_by_address on recipient (user_id, lower(address)) where member_id is null;
create unique index recipient_by_member on recipient (member_id, user_id) where member_id is not null;
comment on column recipient.member_id is 'the member of the user''s workspace who chose it; null for addresses that the user entered';
