import { DecryptionError } from '../../../platform/secrets.ts';
import { holdLease } from '../lease/hold-lease.ts';
import { LeaseLostError, endRun, takeLease, type Lease } from '../lease/queries.ts';
import { publishAccount } from '../store/commit-step.ts';
import type { SyncDeps } from '../sync-deps.ts';
import { endUndecrypted } from './problems.ts';
import { findConnector } from './find-connector.ts';
import { runSteps } from './run-steps.ts';

/**
 * Syncs one account from its checkpoint: plans the next step, fetches it, stores its rows with the checkpoint in one
 * transaction and notifies subscribers. Does nothing if another worker has the lease, and resumes after a crash.
 * Returns true if there is more to do but its turn is over.
 */
export async function runAccount(deps: SyncDeps, accountId: string, signal: AbortSignal): Promise<boolean> {
  const { db, log, lockOwner } = deps;
  const state = await takeLease(db, accountId, lockOwner);
  if (!state) return false;
  const lease: Lease = { accountId, fencingToken: state.fencing_token };
  const held = holdLease(deps, lease);
  try {
    const document = await publishAccount(deps, accountId);
    const turn = { lease, accountId, requestId: deps.requestId, signal: AbortSignal.any([signal, held.signal]) };
    const connector = await findConnector(deps, accountId);
    const end = await runSteps({ ...deps, connector }, turn, state, document?.earliestDate ?? null);
    held.signal.throwIfAborted();
    await endRun(db, lease, end);
    return end.isUnfinished === true && !signal.aborted && end.nextSyncAt !== null && end.nextSyncAt <= deps.clock();
  } catch (error) {
    if (error instanceof LeaseLostError) {
      log.warn({ accountId }, error.message);
      return false;
    }
    const failures = state.failures + 1;
    if (error instanceof DecryptionError) {
      log.error({ err: error, accountId }, 'Could not decrypt the login of an account');
      await endRun(db, lease, endUndecrypted(deps.clock(), failures));
      return false;
    }
    await endRun(db, lease, {
      nextSyncAt: new Date(deps.clock().getTime() + Math.min(3600, 60 * failures) * 1000),
      problem: state.problem,
      failures,
    }).catch(() => undefined);
    throw error;
  } finally {
    held.stop();
    await publishAccount(deps, accountId).catch(() => undefined);
  }
}
