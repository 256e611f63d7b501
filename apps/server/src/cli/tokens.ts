import { createInstagramGraph } from '../clients/instagram-graph/instagram-graph.ts';
import type { Database } from '../database/database.ts';
import { writeAuditEntry } from '../features/admin/index.ts';
import { endAllSessions } from '../features/auth/index.ts';
import {
  countConnections,
  countTokensToGiveBack,
  endAllLogins,
  giveTokensBack,
} from '../features/connections/index.ts';
import { countLiveTokens, revokeLiveTokens } from '../features/live/index.ts';
import { readWholeConfig } from './read-whole-config.ts';
import { Refusal } from './refusal.ts';
import { withDatabase } from './with-database.ts';

type Environment = Record<string, string | undefined>;

/**
 * Takes back whatever somebody could have stolen: sign-ins of before, tokens of live streams, and every Meta token, here
 * first and then at Meta. Returns 1 while Meta has not taken all of them back; `--left` goes on there, and leaves those
 * alone who have come back meanwhile.
 */
export async function revokeTokens(environment: Environment, args: string[]): Promise<number> {
  const [isAll, isLeft, dryRun] = ['--all', '--left', '--dry-run'].map((word) => args.includes(word));
  if (isAll === isLeft || args.length !== (dryRun ? 2 : 1))
    throw new Refusal('Usage: tidemark tokens revoke --all [--dry-run], or tidemark tokens revoke --left [--dry-run]');
  const { meta } = await readWholeConfig(environment);
  return withDatabase(environment, async ({ db, vault }) => {
    if (dryRun) {
      console.log(`${isAll ? await tellAll(db) : await tellLeft(db)} Nothing was changed.`);
      return 0;
    }
    const streams = isAll ? await endSessions(db) : 0;
    const logins = isAll ? await endAllLogins(db, new Date()) : 0;
    if (isAll) console.log(`${logins} Meta logins have ended here.`);
    const { businessLogin } = createInstagramGraph({
      baseUrl: meta.graphBaseUrl,
      version: meta.graphVersion,
      appId: meta.appId,
      appSecret: meta.appSecret.reveal(),
      dayZone: meta.dayZone,
    });
    const { givenBack, left } = await giveTokensBack({ db, vault, businessLogin });
    await writeAuditEntry(db, {
      actorId: null,
      action: 'tokens.revoked',
      target: isAll ? 'all' : 'left',
      change: { streams, logins, givenBack, left, by: 'tidemark tokens revoke' },
      requestId: null,
      ip: null,
    });
    console.log(`Meta has taken ${givenBack} tokens back.`);
    if (left > 0) console.log(`${left} are left: tidemark tokens revoke --left in an hour, or let them run out.`);
    return left > 0 ? 1 : 0;
  });
}

async function endSessions(db: Database): Promise<number> {
  await endAllSessions(db, new Date());
  const streams = await revokeLiveTokens(db);
  console.log(`Every sign-in of before has ended, with ${streams} tokens of live streams.`);
  return streams;
}

async function tellAll(db: Database): Promise<string> {
  const [streams, logins] = await Promise.all([countLiveTokens(db), countConnections(db)]);
  return `Every sign-in, ${streams} tokens of live streams and ${logins} Meta logins would end.`;
}

async function tellLeft(db: Database): Promise<string> {
  return `${await countTokensToGiveBack(db)} tokens of logins that have ended here would be given back to Meta.`;
}
