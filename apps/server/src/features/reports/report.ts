import { OwnReportChoice, type Report } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { DayClock } from '../../platform/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { loadReportContent } from '../analytics/index.ts';
import type { ReportRow } from './queries.ts';

export interface ReportDeps extends DayClock {
  db: Database;
  files: FileStore;
  requestWindows: Parameters<typeof loadReportContent>[0]['requestWindows'];
}

const StoredChoice = OwnReportChoice.omit({ accountIds: true });

/** Returns a saved report without its schedule and comments. */
export function toReport({
  report_id,
  account_ids,
  choice,
  created_at,
  changed_at,
}: ReportRow): Omit<Report, 'schedule' | 'nextAt' | 'comments'> {
  return {
    id: report_id,
    choice: { ...StoredChoice.parse(choice), accountIds: account_ids },
    createdAt: created_at.toISOString(),
    changedAt: changed_at.toISOString(),
  };
}
