import type { Database } from '../database/database.ts';
import { bySystem, writeAuditEntry } from '../features/audit/index.ts';
import { countKeys, deleteAllKeys } from '../features/api-keys/index.ts';
import { endAllSessions } from '../features/auth/index.ts';
import { countLiveTokens, revokeLiveTokens } from '../features/live/index.ts';
import { readRunningConfig } from './read-running-config.ts';
import { CliError } from './cli-error.ts';
import { withDatabase } from './with-database.ts';
import { loadRevocation } from '../networks/commands.ts';

type Environment = Record<string, string | undefined>;

/**
 * Revokes everything that may have been stolen: current sessions, API keys, live tokens, and all Meta tokens, first here
 * and then at Meta. Returns 1 while revocations at Meta are pending; `--pending` retries those, and leaves users who reconnected
 * alone.
 */
export async function revokeTokens(environment: Environment, args: string[]): Promise<number> {
  const { isAll, dryRun } = readArguments(args);
  return withDatabase(environment, async (session) => {
    const config = await readRunningConfig(environment, session);
    const { db, audit } = session;
    if (dryRun) {
      console.log(`${isAll ? await report(db) : await reportPending(db)} Nothing was changed.`);
      return 0;
    }
    const streams = isAll ? await endSessions(db) : 0;
    const { endLogins, revokePending } = await loadRevocation();
    const ended = isAll ? await endLogins(session) : { logins: 0, atInstagram: 0 };
    const { revoked, pending } = await revokePending(config, session);
    await writeAuditEntry(audit, {
      ...bySystem,
      action: 'tokens.revoked',
      target: isAll ? 'all' : 'pending',
      change: { streams, ...ended, revoked, pending, by: 'tidemark tokens revoke' },
    });
    console.log(`Tokens revoked at Meta: ${revoked}.`);
    if (pending > 0)
      console.log(`Failed: ${pending}. Run tidemark tokens revoke --pending in an hour, or let the tokens expire.`);
    return pending > 0 ? 1 : 0;
  });
}

function readArguments(args: string[]): { isAll: boolean; dryRun: boolean } {
  const flags = args.map((word) => (word === '--left' ? '--pending' : word));
  const [isAll, isPending, dryRun = false] = ['--all', '--pending', '--dry-run'].map((word) => flags.includes(word));
  if (isAll === isPending || flags.length !== (dryRun ? 2 : 1))
    throw new CliError(
      'Usage: tidemark tokens revoke --all [--dry-run] or tidemark tokens revoke --pending [--dry-run]',
    );
  if (args.includes('--left'))
    console.error('Warning: --left is deprecated and will stop working in the next release: use --pending.');
  return { isAll: !isPending, dryRun };
}

async function endSessions(db: Database): Promise<number> {
  await endAllSessions(db, new Date());
  const streams = await revokeLiveTokens(db);
  const keys = await deleteAllKeys(db);
  console.log(`All sessions revoked. API keys revoked: ${keys}. Live stream tokens revoked: ${streams}.`);
  return streams;
}

async function report(db: Database): Promise<string> {
  const { countConnections } = await loadRevocation();
  const [keys, streams, logins] = await Promise.all([countKeys(db), countLiveTokens(db), countConnections(db)]);
  return `Would revoke all sessions, API keys (${keys}), live stream tokens (${streams}) and Meta logins (${logins}).`;
}

async function reportPending(db: Database): Promise<string> {
  const { countPendingRevocations } = await loadRevocation();
  return `Would retry revoking tokens at Meta: ${await countPendingRevocations(db)}.`;
}
