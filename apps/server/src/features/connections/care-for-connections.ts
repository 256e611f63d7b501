import type { LiveMessage } from '@tidemark/contract';
import { sql } from 'kysely';
import type { BusinessLogin } from '../../clients/instagram-graph/business-login.ts';
import { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Vault } from '../../platform/secrets.ts';
import { announceConnection, toConnection } from './announce-connection.ts';
import {
  findConnection,
  lockConnection,
  markBroken,
  markChecked,
  openToken,
  saveInspection,
  saveRenewedToken,
  takeUnchecked,
  type ConnectionRow,
} from './queries.ts';
import { causeOf, isDeadToken, missingOf, needsRenewal } from './rules.ts';

export interface CareNeeds {
  db: Database;
  vault: Vault;
  clock: Clock;
  businessLogin: BusinessLogin;
  events: EventBus<LiveMessage>;
  log: Log;
}

/** Asks Meta about every business login that is due, one after the other, and renews tokens before they die. */
export async function careForConnections(needs: CareNeeds, isStopping = () => false): Promise<void> {
  while (!isStopping()) {
    const connection = await takeUnchecked(needs.db, needs.clock());
    if (!connection) return;
    const before = JSON.stringify(toConnection(connection, needs.clock()));
    try {
      await careFor(needs, connection);
    } catch (error) {
      // Nothing is changed by what may pass; the login is anybody's again in an hour.
      if (!(error instanceof GraphFailure)) throw error;
      needs.log.warn({ err: error, userId: connection.user_id, code: error.code }, 'A login could not be checked');
    }
    const after = toConnection(await findConnection(needs.db, connection.user_id), needs.clock());
    if (JSON.stringify(after) !== before) await announceConnection(needs, connection.user_id);
  }
}

async function careFor(needs: CareNeeds, connection: ConnectionRow): Promise<void> {
  const { db, vault, clock, businessLogin, log } = needs;
  const { user_id: userId, token_sealed: tokenSealed } = connection;
  const facts = await businessLogin.inspect(openToken(vault, connection));
  if (!facts.isValid) {
    if (isDeadToken(facts)) await markBroken(db, userId, causeOf(facts), { now: clock(), tokenSealed });
    else log.warn({ userId, code: facts.code }, 'Meta calls a token invalid without saying that it is dead');
    return;
  }
  await saveInspection(db, connection, { ...facts, missing: missingOf(facts.scopes) });
  await renewToken(needs, userId);
  await markChecked(db, userId, clock());
}

/**
 * Exchanges a token for a younger one and stores it, in one transaction that holds the login's row: of two that want it
 * at once one does it, and a process that dies in between leaves the old token standing.
 */
async function renewToken({ db, vault, clock, businessLogin, log }: CareNeeds, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Meta may take its time to answer while the row is held.
    await sql`set local idle_in_transaction_session_timeout = '45s'`.execute(transaction);
    const connection = await lockConnection(transaction, userId);
    if (!connection || connection.broken_at || !needsRenewal(connection, clock())) return;
    const { token, lifeSeconds } = await businessLogin.renew(openToken(vault, connection));
    const renewedAt = clock();
    const expiresAt = lifeSeconds === null ? null : new Date(renewedAt.getTime() + lifeSeconds * 1000);
    await saveRenewedToken(transaction, vault, userId, { token, expiresAt, renewedAt });
    log.info({ userId, expiresAt }, 'A token was renewed');
  });
}
