-- A user's new address counts once it is proved. Earlier versions stored it at once; such an address blocks nobody.
alter table local_identity add column pending_email text;
drop index local_identity_by_email;
create index local_identity_by_email on local_identity (lower(email));
create unique index local_identity_by_proved_email on local_identity (lower(email)) where is_email_verified;
alter table sign_in_link drop constraint sign_in_link_kind_check;
alter table sign_in_link add constraint sign_in_link_kind_check check (kind in ('setup', 'invitation', 'reset', 'email'));

comment on column local_identity.pending_email is 'what the person wants instead of their address; theirs once they open the mailed link or an operator confirms it';
comment on column local_identity.is_email_verified is 'an operator has named or confirmed the address, or a mailed link was opened';
comment on column sign_in_link.subject is 'whose password or address the link sets';
