import { dayMillis, type LiveMessage } from '@tidemark/contract';
import { sql } from 'kysely';
import { GraphError } from '../../client/graph-error.ts';
import type { InstagramLogin } from '../../client/instagram-login.ts';
import type { Database } from '../../../../database/database.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { EventBus } from '../../../../platform/events/event-bus.ts';
import type { Log } from '../../../../platform/log/log.ts';
import type { Vault } from '../../../../platform/secrets.ts';
import { dueRows } from '../../../../platform/work/due-rows.ts';
import { defineWork } from '../../../../platform/work/work.ts';
import { publishConnection } from '../publish-connection.ts';
import { toCause } from '../rules.ts';
import {
  decryptInstagramToken,
  markInstagramBroken,
  saveInstagramIdentity,
  saveInstagramMissing,
  saveRefreshedToken,
  scheduleCheck,
  type InstagramLoginRow,
} from './queries.ts';
import { needsRefresh } from './rules.ts';

interface CheckDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  instagramLogin: InstagramLogin | null;
  events: EventBus<LiveMessage>;
  log: Log;
}

export const instagramLoginWork = defineWork({
  name: 'instagram_logins',
  label: 'Check logins at Instagram',
  remedy: 'Run tidemark doctor, which tests the Instagram app. Users see what their own login needs on their profile.',
  everySeconds: 300,
  rows: dueRows({
    table: 'instagram_login',
    key: 'login_id',
    due: 'next_check_at',
    attempts: 'attempts',
    // Others have ended for good; a converted account may be converted back.
    waits: sql`(broken_at is null or broken_reason = 'account_personal')`,
    claimMillis: 10 * 60_000,
  }),
  toLogFields: ({ user_id: userId, account_id: accountId }) => ({ userId, accountId }),
  prepare:
    ({ connectionDeps, log }: { connectionDeps: Omit<CheckDeps, 'log'>; log: Log }) =>
    (login) =>
      checkLogin({ ...connectionDeps, log }, login),
});

/**
 * Checks a claimed login at Instagram, and refreshes its token before it expires. Only Instagram says that it has
 * expired, because our clock may be wrong.
 */
async function checkLogin(deps: CheckDeps, login: InstagramLoginRow): Promise<void> {
  const { db, clock } = deps;
  const now = clock();
  if (deps.instagramLogin) await inspect(deps, deps.instagramLogin, login);
  await scheduleCheck(db, login, new Date(now.getTime() + dayMillis));
}

async function inspect(deps: CheckDeps, instagram: InstagramLogin, login: InstagramLoginRow): Promise<void> {
  const { db, vault, clock, log } = deps;
  const { user_id: userId } = login;
  const token = decryptInstagramToken(vault, login);
  try {
    const identity = await instagram.identify(token);
    if (!identity.isProfessional) return await endLogin(deps, login, 'account_personal');
    const missing = login.missing_scopes.length > 0 ? await instagram.findMissing(token) : [];
    await saveInstagramIdentity(db, login, { identity, missing, now: clock() });
    if (needsRefresh(login, clock())) {
      const refreshed = await instagram.refresh(token);
      if (await saveRefreshedToken(db, vault, login, { token: refreshed, now: clock() }))
        log.info({ userId, accountId: login.account_id }, 'Token refreshed at Instagram');
    }
    if (login.broken_at || missing.length < login.missing_scopes.length) await publishConnection(deps, userId);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    if (error.kind === 'auth') return endLogin(deps, login, toCause(error));
    if (error.kind !== 'permission') throw error;
    if (await saveInstagramMissing(db, login, await instagram.findMissing(token)))
      await publishConnection(deps, userId);
  }
}

async function endLogin(
  deps: CheckDeps,
  login: InstagramLoginRow,
  cause: Parameters<typeof markInstagramBroken>[2],
): Promise<void> {
  if (await markInstagramBroken(deps.db, login, cause, deps.clock())) await publishConnection(deps, login.user_id);
}
