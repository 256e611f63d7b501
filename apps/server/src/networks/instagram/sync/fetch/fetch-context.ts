import type { AccountId } from '@tidemark/contract';
import type { GraphCaller, GraphHost } from '../../client/graph-http.ts';
import type { GraphReaders } from '../../client/instagram-graph.ts';
import type { Database, Transaction } from '../../../../database/database.ts';
import type { Choose } from '../answers/given-step.ts';
import type { StepOutcome } from '../plan/rules.ts';
import type { SeriesReading } from '../../../../features/sync/index.ts';

export interface FetchContext {
  db: Database;
  instagram: GraphReaders;
  /** The step's instant, with which its rows and answers are stored. */
  at: Date;
  caller: GraphCaller;
  /** The host of the login that fetches. */
  host: GraphHost;
  /** Returns the permissions that this login lacks. */
  listMissingPermissions(): Promise<readonly string[]>;
  /** Wraps each choice of what to fetch that depends on stored rows, so that a replay makes the same one. */
  choose: Choose;
  accountId: AccountId;
  /** Metrics known to be refused for this account. */
  refused: readonly string[];
  /** Dating of the account's series. */
  series: SeriesReading;
  /** The first sync, which fetches everything available. */
  isFirst: boolean;
  /** True while little quota is left: fetch only what cannot wait. */
  isSlow: boolean;
}

/** A step's result: how to store it, and the next checkpoint. Nothing is written before `store` runs. */
export interface Fetched {
  outcome: StepOutcome;
  earliestDay: string | null;
  refused?: string[];
  series?: SeriesReading;
  store(transaction: Transaction): Promise<void>;
}
