import { createInstagramGraph } from '../clients/instagram-graph/instagram-graph.ts';
import type { Database } from '../database/database.ts';
import { writeAuditEntry } from '../features/admin/index.ts';
import { endAllSessions } from '../features/auth/index.ts';
import {
  countConnections,
  countPendingRevocations,
  endAllLogins,
  giveTokensBack,
} from '../features/connections/index.ts';
import { countLiveTokens, revokeLiveTokens } from '../features/live/index.ts';
import { readWholeConfig } from './read-whole-config.ts';
import { CliError } from './cli-error.ts';
import { withDatabase } from './with-database.ts';

type Environment = Record<string, string | undefined>;

/**
 * Revokes everything that may have been stolen: current sessions, live tokens, and all Meta tokens, first here and then
 * at Meta. Returns 1 while revocations at Meta are pending; `--left` retries those, and leaves users who reconnected
 * alone.
 */
export async function revokeTokens(environment: Environment, args: string[]): Promise<number> {
  const [isAll, isLeft, dryRun] = ['--all', '--left', '--dry-run'].map((word) => args.includes(word));
  if (isAll === isLeft || args.length !== (dryRun ? 2 : 1))
    throw new CliError('Usage: tidemark tokens revoke --all [--dry-run] or tidemark tokens revoke --left [--dry-run]');
  const { meta } = await readWholeConfig(environment);
  return withDatabase(environment, async ({ db, audit, vault }) => {
    if (dryRun) {
      console.log(`${isAll ? await report(db) : await reportPending(db)} Nothing was changed.`);
      return 0;
    }
    const streams = isAll ? await endSessions(db) : 0;
    const logins = isAll ? await endAllLogins(db, new Date()) : 0;
    if (isAll) console.log(`Meta logins revoked locally: ${logins}.`);
    const { businessLogin } = createInstagramGraph({
      baseUrl: meta.graphBaseUrl,
      version: meta.graphVersion,
      appId: meta.appId,
      appSecret: meta.appSecret.reveal(),
      dayZone: meta.dayZone,
    });
    const { givenBack, left } = await giveTokensBack({ db, vault, businessLogin });
    await writeAuditEntry(audit, {
      actorId: null,
      action: 'tokens.revoked',
      target: isAll ? 'all' : 'left',
      change: { streams, logins, givenBack, left, by: 'tidemark tokens revoke' },
      requestId: null,
      ip: null,
    });
    console.log(`Tokens revoked at Meta: ${givenBack}.`);
    if (left > 0)
      console.log(`Failed: ${left}. Run tidemark tokens revoke --left in an hour, or let the tokens expire.`);
    return left > 0 ? 1 : 0;
  });
}

async function endSessions(db: Database): Promise<number> {
  await endAllSessions(db, new Date());
  const streams = await revokeLiveTokens(db);
  console.log(`All sessions revoked. Live stream tokens revoked: ${streams}.`);
  return streams;
}

async function report(db: Database): Promise<string> {
  const [streams, logins] = await Promise.all([countLiveTokens(db), countConnections(db)]);
  return `Would revoke all sessions, live stream tokens (${streams}) and Meta logins (${logins}).`;
}

async function reportPending(db: Database): Promise<string> {
  return `Would countPendingRevocations(db)} tokens of disconnected logins at Meta: ${await countPendingRevocations(db)}.`;
}
