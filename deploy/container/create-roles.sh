#!/bin/sh
# Runs once, when the database container creates its volume: an owner for migrations, and a role for the product that may
# only read and write rows.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d postgres \
  -v owner_password="$OWNER_PASSWORD" -v app_password="$APP_PASSWORD" <<'SQL'
create role tidemark_owner login password :'owner_password';
create role tidemark_app login password :'app_password';
create database tidemark owner tidemark_owner;
SQL
