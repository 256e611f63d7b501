import type { AccountId } from '@tidemark/contract';
import type { GraphCaller } from '../../clients/instagram-graph/graph-http.ts';
import type { InstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import type { Database, Transaction } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { StepOutcome } from './rules.ts';

export interface FetchContext {
  db: Database;
  instagram: InstagramGraph;
  clock: Clock;
  caller: GraphCaller;
  accountId: AccountId;
  /** Metrics known to be refused for this account. */
  refused: readonly string[];
  /** The account's first sync, which reads everything there is. */
  isFirst: boolean;
  /** Little of the quota is left: only what must not wait. */
  isSlow: boolean;
}

/** What a step brought: how to store it, and what its checkpoint becomes. Nothing is written before `store` runs. */
export interface Fetched {
  outcome: StepOutcome;
  earliestDay: string | null;
  refused?: string[];
  store(transaction: Transaction): Promise<void>;
}
