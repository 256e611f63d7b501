#!/bin/sh
# Starts Tidemark in a container. The first start writes what the variables leave open, such as keys, to /data/.env.
set -e
program=/opt/tidemark/bin/tidemark
if [ "${1:-all}" = all ] && [ ! -e .env ] && [ -z "$ENCRYPTION_KEYS" ]; then
  "$program" setup --yes --skip-checks --set "APP_URL=${APP_URL:?set it, such as https://tidemark.example.com}"
fi
exec "$program" "$@"
