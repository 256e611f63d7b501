import type { AccountId } from '@tidemark/contract';
import type { Connectors, Replayer } from '../connector.ts';
import { findConnector } from '../run/find-connector.ts';
import { correctAccount, type CorrectDeps } from './correct-account.ts';
import { listSyncedAccounts } from './queries.ts';
import { emptyReplay, listDifferences, replayAccount, type ReplayDifference, type Replayed } from './replay-account.ts';

export interface ReplayReport extends Omit<Replayed, 'changes'> {
  accountId: AccountId;
  username: string;
  /** `busy`: it is being synced, so that it could not be corrected. */
  outcome: 'same' | 'different' | 'without_answers' | 'busy';
  differences: ReplayDifference[];
  /** Days on which replayed values have replaced stored ones. */
  correctedDays: string[];
}

export interface ReplayOptions {
  /** All accounts if null. */
  accountId: string | null;
  /** The number of last days; null: as far back as there are answers. */
  days: number | null;
  /** Writes replayed values into the real tables. */
  apply?: boolean;
  /** Receives the accounts done and in total, before each account. */
  onProgress?: (done: number, total: number) => void;
}

/** Compares accounts with what their stored answers result in now. Makes no calls; writes only with `apply`. */
export async function* replayAccounts(
  { replayers, ...deps }: Omit<CorrectDeps, 'replayer'> & { replayers: Connectors<Replayer> },
  { accountId, days, apply = false, onProgress }: ReplayOptions,
): AsyncGenerator<ReplayReport> {
  const accounts = await listSyncedAccounts(deps.db, accountId);
  for (const [done, { account_id, username }] of accounts.entries()) {
    onProgress?.(done, accounts.length);
    const replayer = await findConnector({ db: deps.db, connectors: replayers }, account_id);
    const result = apply
      ? await correctAccount({ ...deps, replayer }, account_id, { days })
      : {
          replayed: await deps.db
            .transaction()
            .execute((transaction) => replayAccount(transaction, { ...deps, replayer }, account_id, { days })),
          correctedDays: [],
        };
    yield toReport(account_id, username, result);
  }
}

function toReport(
  accountId: AccountId,
  username: string,
  result: { replayed: Replayed; correctedDays: string[] } | null,
): ReplayReport {
  if (!result) return { accountId, username, outcome: 'busy', ...emptyReplay, differences: [], correctedDays: [] };
  const { changes, ...replayed } = result.replayed;
  const differences = listDifferences(changes);
  const outcome = differences.length > 0 ? 'different' : replayed.steps > 0 ? 'same' : 'without_answers';
  return { accountId, username, outcome, ...replayed, differences, correctedDays: result.correctedDays };
}
