import type { LiveMessage } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Connectors } from './connector.ts';

export interface SyncDeps {
  db: Database;
  connectors: Connectors;
  events: EventBus<LiveMessage>;
  clock: Clock;
  log: Log;
  /** The request that triggered this sync. */
  requestId?: string;
  /** Identifies this worker as a lease owner. */
  lockOwner: string;
}
