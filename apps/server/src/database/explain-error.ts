import { explainConnectionError } from '../platform/connection-error.ts';

const cannotConnect = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Returns a sentence for a database that cannot be connected to; null for any other error. */
export function explainDatabaseError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (/unsupported startup parameter/.test(error.message))
    return 'The pooler in DATABASE_URL rejects Tidemark’s connection settings: set ignore_startup_parameters = extra_float_digits,options in pgbouncer.ini, and see docs/scale.md for the settings that then belong to the role.';
  if (error.message.startsWith('The server does not support SSL connections'))
    return 'The database in DATABASE_URL does not accept TLS, which its sslmode requires.';
  if (['08001', '28P01', '28000', '3D000', '53300', '57P03'].includes(code))
    return `Could not connect to the database in DATABASE_URL: ${error.message}.`;
  if (cannotConnect.test(code) || /_CERT|CERT_|_TLS_/.test(code))
    return `Could not connect to the database in DATABASE_URL: ${explainConnectionError(error)}.`;
  return null;
}
