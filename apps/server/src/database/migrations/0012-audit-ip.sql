-- Where an operator's request came from. What people do with their own data is kept without it.
alter table audit_entry add column ip text;
