-- Reports chosen for a client, among those about none but their accounts; null for all of these.
alter table workspace_member add column report_ids uuid[];
alter table workspace_member add check (role = 'client' or report_ids is null);
alter table workspace_invitation add column report_ids uuid[];
alter table workspace_invitation add check (role = 'client' or report_ids is null);
comment on column workspace_member.report_ids is 'the reports that a client sees, if about none but their accounts; null for all of these';
