-- Entries of the audit log are signed with a key that is not in the database.
alter table audit_entry
  add column key_id text,
  add column signature bytea,
  add constraint audit_entry_signature check ((key_id is null) = (signature is null));
comment on column audit_entry.signature is
  'HMAC over hash; null in entries from before signatures, for which a later audit.checkpoint vouches';
create index audit_entry_unchained on audit_entry (entry_id) where hash is null;
create index audit_entry_checkpoints on audit_entry (entry_id) where action = 'audit.checkpoint';
