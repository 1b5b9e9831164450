#!/bin/sh
# Creates the read-only role of the sample target database, after sample-orders.sql has filled it.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$SAMPLE_READER_PASSWORD" \
  --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
create role reader login password :'password';
grant select on orders to reader;
SQL
