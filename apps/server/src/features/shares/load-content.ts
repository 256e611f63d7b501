import type { ReportChoice, ReportContent } from '@tidemark/contract';
import type { Database } from '../../database/database.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { loadReportContent } from '../analytics/index.ts';

/** Loads the data for a choice as its owner sees it. */
export type LoadContent = (owner: Viewer, choice: ReportChoice, now: Date) => Promise<ReportContent>;

export interface ContentDeps {
  db: Database;
  dayZone: string;
  requestWindows: Parameters<typeof loadReportContent>[0]['requestWindows'];
}

export function createContentLoader({ db, dayZone, requestWindows }: ContentDeps): LoadContent {
  return (owner, choice, now) => loadReportContent({ db, dayZone, requestWindows }, owner, choice, now);
}
