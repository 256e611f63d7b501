import type { AccountId } from '@tidemark/contract';
import type { GraphCaller } from '../../../clients/instagram-graph/graph-http.ts';
import type { InstagramGraph } from '../../../clients/instagram-graph/instagram-graph.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ConnectionAccess } from '../../connections/index.ts';
import type { StepOutcome } from '../plan/rules.ts';

export interface FetchContext {
  db: Database;
  instagram: InstagramGraph;
  clock: Clock;
  caller: GraphCaller;
  connections: ConnectionAccess;
  /** The user of the business login. */
  userId: string;
  accountId: AccountId;
  /** Metrics that are known to be refused for this account. */
  refused: readonly string[];
  /** Days from the one in which a series dates a value to the one for which this account's values are stored. */
  seriesShift: number;
  /** The first sync, which fetches everything available. */
  isFirst: boolean;
  /** Little quota is left: fetch only what cannot wait. */
  isSlow: boolean;
}

/** The result of a step: how to store it, and the next checkpoint. Nothing is written before `store` runs. */
export interface Fetched {
  outcome: StepOutcome;
  earliestDay: string | null;
  refused?: string[];
  /** As learned in this step. */
  seriesShift?: number;
  store(transaction: Transaction): Promise<void>;
}
