import type { ExportSection } from '@tidemark/contract';
import type { Table } from '../../../platform/files/table.ts';
import { activityTable, demographicsTable, namesTable } from './audience-tables.ts';
import { bestTimeTable } from './best-time-table.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { insightTables } from './insight-tables.ts';
import { accountsTable, breakdownsTable, daysTable, metricsTable } from './metric-tables.ts';
import { postPageTables } from './post-tables.ts';
import { listExportedPosts, postsTable } from './posts-table.ts';

/** The tables of an export. Only posts are looked up now; all other rows are loaded while the file is written. */
export async function listTables(
  deps: ExportDeps,
  request: ExportRequest,
  sections: readonly ExportSection[],
): Promise<Table[]> {
  const keys = sections.includes('posts') ? await listExportedPosts(deps, request) : [];
  const post = postPageTables(deps, request);
  const insights = insightTables(deps, request);
  if (sections.some((section) => section.startsWith('post-'))) await post.check();
  if (sections.some((section) => section.startsWith('insight-'))) await insights.check();
  const tables: Record<ExportSection, () => Table> = {
    metrics: () => metricsTable(deps, request),
    breakdowns: () => breakdownsTable(deps, request),
    days: () => daysTable(deps, request),
    posts: () => postsTable(deps, request, keys),
    demographics: () => demographicsTable(deps, request),
    activity: () => activityTable(deps, request),
    names: () => namesTable(deps, request),
    accounts: () => accountsTable(deps, request),
    'best-time': () => bestTimeTable(deps, request),
    'post-course': post.course,
    'post-scores': post.scores,
    'post-figures': post.figures,
    'insight-totals': insights.totals,
    'insight-days': insights.days,
    'insight-posts': insights.posts,
    'insight-formats': insights.formats,
    'insight-profile': insights.profile,
  };
  return sections.map((section) => tables[section]());
}
