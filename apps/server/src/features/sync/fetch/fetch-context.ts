import type { AccountId } from '@tidemark/contract';
import type { SeriesReading } from '../../../clients/instagram-graph/account-insights.ts';
import type { GraphCaller } from '../../../clients/instagram-graph/graph-http.ts';
import type { InstagramGraph } from '../../../clients/instagram-graph/instagram-graph.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AccountToken, ConnectionAccess } from '../../connections/index.ts';
import type { StepOutcome } from '../plan/rules.ts';

export interface FetchContext {
  db: Database;
  instagram: InstagramGraph;
  clock: Clock;
  caller: GraphCaller;
  connections: ConnectionAccess;
  /** The login that fetches. */
  access: AccountToken;
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
