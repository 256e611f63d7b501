import type { Database } from '../../database/database.ts';
import type { DayClock } from '../../platform/clock.ts';
import type { RequestWindows } from './requested-windows.ts';

export interface AnalyticsDeps extends DayClock {
  db: Database;
  requestWindows: RequestWindows;
}
