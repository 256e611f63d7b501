-- Requests for a new password, known addresses or not: they are answered later, so that the response tells nothing.
create table reset_request (
  request_id uuid primary key,
  email text not null,
  requested_at timestamptz not null,
  answered_at timestamptz
);
create index reset_request_by_email on reset_request (lower(email), requested_at);
create index reset_request_open on reset_request (requested_at) where answered_at is null;
