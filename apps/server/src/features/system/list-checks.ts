import { sql } from 'kysely';
import type { IdentityProvider } from '../../clients/identity-provider/identity-provider.ts';
import type { MailClient } from '../../clients/mail/mail.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/database.ts';
import { isMigrated } from '../../database/migrate.ts';
import type { Clock } from '../../platform/clock.ts';
import { explainConnectionError } from '../../platform/connection-error.ts';
import { createDiskCheck } from './disk-readiness.ts';
import { createMailCheck } from './mail-readiness.ts';
import type { Check } from './readiness.ts';

export interface CheckDeps {
  config: Pick<Config, 'dataDir' | 'appUrl'>;
  db: Database;
  identityProvider: Pick<IdentityProvider, 'isReady' | 'problem'>;
  /** Null without Redis. */
  redisEvents: { isConnected(): boolean } | null;
  /** Null without a mail server. */
  mailClient: MailClient | null;
  clock: Clock;
  proxy: Check;
}

/** Lists the checks of everything that a process needs to serve requests. */
export function listChecks({
  config,
  db,
  identityProvider,
  redisEvents,
  mailClient,
  clock,
  proxy,
}: CheckDeps): Record<string, Check> {
  const checks: Record<string, Check> = {
    database: failAtSecondMiss(async () =>
      sql`select 1`.execute(db).then(
        () => ({ state: 'ok' as const }),
        (error: unknown) => ({
          state: 'failed' as const,
          reason: `The database cannot be used: ${describeDatabaseError(error)}`,
        }),
      ),
    ),
    migrations: failAtSecondMiss(async () => {
      const isUpToDate = await isMigrated(db).catch(() => null);
      if (isUpToDate) return { state: 'ok' };
      return {
        state: 'failed',
        reason:
          isUpToDate === null
            ? 'The migrations could not be read from the database'
            : 'Migrations are pending: run tidemark migrate',
      };
    }),
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
  return checks;
}

/** Tolerates one failure after a success: on a busy machine, a connection may take longer than the check waits. */
function failAtSecondMiss(check: Check): Check {
  let misses = 1;
  return async () => {
    const result = await check();
    misses = result.state === 'failed' ? misses + 1 : 0;
    return result.state === 'failed' && misses === 1 ? { ...result, state: 'degraded' } : result;
  };
}

/** Returns a reason without the server's message: the reason is public, and messages may name roles and databases. */
function describeDatabaseError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code && /^[0-9A-Z]{5}$/.test(code)) return `PostgreSQL reports error ${code}`;
  return code ? explainConnectionError(error) : 'it does not respond in time';
}
