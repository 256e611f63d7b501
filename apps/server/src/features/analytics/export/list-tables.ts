import type { ExportSection } from '@tidemark/contract';
import type { Table } from '../../../platform/files/table.ts';
import { activityTable, demographicsTable, namesTable } from './audience-tables.ts';
import { bestTimeTable, suggestionsTable } from './best-time-table.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { insightTables } from './insight-tables.ts';
import { labelTables } from './label-tables.ts';
import { mediaTables } from './media-tables.ts';
import { accountsTable, breakdownsTable, daysTable, metricsTable } from './metric-tables.ts';
import { opportunityTable } from './opportunities-table.ts';
import { peerTables } from './peer-tables.ts';
import { postPageTables } from './post-tables.ts';
import { listExportedPosts, postsTable } from './posts-table.ts';

/** Lists an export's tables. Loads the selection now, and all other rows while the file is written. */
export async function listTables(
  deps: ExportDeps,
  request: ExportRequest,
  sections: readonly ExportSection[],
): Promise<Table[]> {
  const keys = sections.includes('posts') ? await listExportedPosts(deps, request) : [];
  const post = postPageTables(deps, request);
  const insights = insightTables(deps, request);
  const opportunities = opportunityTable(deps, request);
  const labels = labelTables(deps, request);
  const media = mediaTables(deps, request);
  const peers = peerTables(deps, request);
  const has = (start: string) => sections.some((section) => section.startsWith(start));
  if (has('post-')) await post.check();
  if (sections.includes('insight-opportunities')) await opportunities.check();
  if (sections.some((name) => name.startsWith('insight-') && name !== 'insight-opportunities')) await insights.check();
  if (has('label')) await labels.check();
  if (has('media') && request.mediaIds) await media.check();
  if (has('peer') && request.peerIds) await peers.check();
  const tables: Record<ExportSection, () => Table> = {
    metrics: () => metricsTable(deps, request),
    breakdowns: () => breakdownsTable(deps, request),
    days: () => daysTable(deps, request),
    posts: () => postsTable(deps, request, keys),
    media: media.media,
    'media-totals': media.totals,
    demographics: () => demographicsTable(deps, request),
    activity: () => activityTable(deps, request),
    names: () => namesTable(deps, request),
    accounts: () => accountsTable(deps, request),
    'best-time': () => bestTimeTable(deps, request),
    'best-time-suggestions': () => suggestionsTable(deps, request),
    'post-course': post.course,
    'post-scores': post.scores,
    'post-figures': post.figures,
    'post-ranking': post.ranking,
    labels: labels.labels,
    'label-tests': labels.tests,
    peers: peers.figures,
    'peer-days': peers.days,
    'peer-ranks': peers.ranks,
    'insight-totals': insights.totals,
    'insight-days': insights.days,
    'insight-posts': insights.posts,
    'insight-formats': insights.formats,
    'insight-profile': insights.profile,
    'insight-opportunities': opportunities.table,
  };
  return sections.map((section) => tables[section]());
}
