import { sql } from 'kysely';
import { isMigrated } from '../database/migrate.ts';
import { createReadiness, type Check, type Readiness } from '../features/system/index.ts';
import { explainConnectionError } from '../platform/connection-error.ts';
import { createDiskCheck } from './disk-readiness.ts';
import { createMailCheck } from './mail-readiness.ts';
import type { Parts } from './services.ts';

/** Checks everything a process needs to serve requests. */
export function toReadiness(
  { config, db, identityProvider, redisEvents, mailClient, clock, log }: Parts,
  { proxy }: { proxy: Check },
): Readiness {
  const checks: Record<string, Check> = {
    database: async () =>
      sql`select 1`.execute(db).then(
        () => ({ state: 'ok' as const }),
        (error: unknown) => ({
          state: 'failed' as const,
          reason: `The database cannot be used: ${describeDatabaseError(error)}`,
        }),
      ),
    migrations: async () => {
      const isUpToDate = await isMigrated(db).catch(() => null);
      if (isUpToDate) return { state: 'ok' };
      return {
        state: 'failed',
        reason:
          isUpToDate === null
            ? 'The migrations could not be read from the database'
            : 'Migrations are pending: run tidemark migrate',
      };
    },
    identityProvider: async () => {
      const isReady = await identityProvider.isReady();
      const problem = identityProvider.problem();
      if (isReady && problem === null) return { state: 'ok' };
      return {
        state: isReady ? 'degraded' : 'failed',
        reason: `The identity provider of OIDC_ISSUER cannot be used: ${problem ?? 'it has not responded yet'}`,
      };
    },
  };
  checks['disk'] = createDiskCheck(config.dataDir);
  if (redisEvents)
    checks['redis'] = async () =>
      redisEvents.isConnected()
        ? { state: 'ok' }
        : { state: 'degraded', reason: 'Redis is not connected: events go through the database' };
  if (mailClient) checks['mail'] = createMailCheck(mailClient, { db, clock });
  // Elsewhere, browsers may connect without a proxy.
  if (config.appUrl.startsWith('https://')) checks['proxy'] = proxy;
  return createReadiness({ checks, log });
}

/** Returns a reason without the server's message: the reason is public, and messages may name roles and databases. */
function describeDatabaseError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code && /^[0-9A-Z]{5}$/.test(code)) return `PostgreSQL reports error ${code}`;
  return code ? explainConnectionError(error) : 'it does not respond in time';
}
