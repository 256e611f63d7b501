import type { Database } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RequestWindows } from './requested-windows.ts';

export interface AnalyticsDeps {
  db: Database;
  clock: Clock;
  /** The IANA time zone in which Instagram counts days. */
  dayZone: string;
  requestWindows: RequestWindows;
}
