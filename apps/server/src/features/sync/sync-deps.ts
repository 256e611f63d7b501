import type { LiveMessage } from '@tidemark/contract';
import type { InstagramGraph } from '../../clients/instagram-graph/instagram-graph.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ConnectionAccess } from '../connections/index.ts';
import type { GraphRateLimiter } from './schedule/graph-rate-limiter.ts';

export interface SyncDeps {
  db: Database;
  instagram: InstagramGraph;
  connections: ConnectionAccess;
  events: EventBus<LiveMessage>;
  rateLimiter: GraphRateLimiter;
  clock: Clock;
  /** Days for which answers are stored; 0 stores none. */
  answerDays: number;
  log: Log;
  /** The request that triggered this sync. */
  requestId?: string;
  /** Identifies this worker as a lease owner. */
  lockOwner: string;
}
