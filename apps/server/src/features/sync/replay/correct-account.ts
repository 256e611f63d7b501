import type { AccountId } from '@tidemark/contract';
import type { Log } from '../../../platform/log/log.ts';
import { auditIfChanged, type AuditLog, bySystem } from '../../audit/index.ts';
import type { Replayer } from '../connector.ts';
import { holdLease } from '../lease/hold-lease.ts';
import { type Lease, releaseLease, saveCheckpoint, takeLease } from '../lease/queries.ts';
import { applyChanges } from './apply-changes.ts';
import { recordEqual } from './queries.ts';
import { replayAccount, type ReplayDeps, type Replayed } from './replay-account.ts';

export interface CorrectDeps extends ReplayDeps {
  replayer: Replayer;
  audit: AuditLog;
  lockOwner: string;
  log: Pick<Log, 'warn'>;
}

/** PostgreSQL: something else has changed a row since the transaction's snapshot. */
const serializationFailure = '40001';
const maxAttempts = 3;

/**
 * Replays an account while no sync may run, and writes what differs into the real tables with an audit entry, all in one
 * transaction. Returns the replay and the corrected days, or null if the account is being synced.
 */
export async function correctAccount(
  deps: CorrectDeps,
  accountId: AccountId,
  { days }: { days: number | null },
): Promise<{ replayed: Replayed; correctedDays: string[] } | null> {
  const { db, audit, clock, replayer } = deps;
  const state = await takeLease(db, accountId, deps.lockOwner);
  if (!state) return null;
  const lease: Lease = { accountId, fencingToken: state.fencing_token };
  const held = holdLease(deps, lease);
  try {
    for (let attempt = 1; ; attempt += 1) {
      let found: { replayed: Replayed; correctedDays: string[] } | null = null;
      try {
        await auditIfChanged(
          audit,
          async (transaction) => {
            const replayed = await replayAccount(transaction, deps, accountId, { days, signal: held.signal });
            const { changes } = replayed;
            const correctedDays =
              changes.length > 0
                ? await applyChanges(transaction, accountId, { changes, calendar: replayer.calendar, now: clock() })
                : [];
            found = { replayed, correctedDays };
            // Whoever has taken the lease meanwhile may write now.
            await saveCheckpoint(db, lease, {});
            return changes.length > 0 ? { rows: changes.length, days: correctedDays } : null;
          },
          (change) => ({
            ...bySystem,
            action: 'account.corrected',
            target: accountId,
            change: { ...change, by: 'tidemark replay --apply' },
          }),
        );
        if (days === null) await recordEqual(db, accountId, clock());
        return found;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : null;
        if (code !== serializationFailure || attempt >= maxAttempts) throw error;
      }
    }
  } finally {
    held.stop();
    await releaseLease(db, lease);
  }
}
