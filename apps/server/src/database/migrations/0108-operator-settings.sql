-- What operators set in the browser, so that every process uses it: groups of environment variables.
create table operator_setting (
  name text primary key,
  variables_encrypted text not null,
  changed_at timestamptz not null
);
