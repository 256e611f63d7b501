import type { ExportSection } from '@tidemark/contract';
import type { Table } from '../../../platform/files/table.ts';
import { activityTable, demographicsTable, namesTable } from './audience-tables.ts';
import type { ExportDeps, ExportRequest } from './export-request.ts';
import { accountsTable, breakdownsTable, daysTable, metricsTable } from './metric-tables.ts';
import { listExportedPosts, postsTable } from './posts-table.ts';

/** The tables of an export. Only the posts are looked up now; all rows are loaded while the file is written. */
export async function listTables(
  deps: ExportDeps,
  request: ExportRequest,
  sections: readonly ExportSection[],
): Promise<Table[]> {
  const keys = sections.includes('posts') ? await listExportedPosts(deps, request) : [];
  const tables: Record<ExportSection, () => Table> = {
    metrics: () => metricsTable(deps, request),
    breakdowns: () => breakdownsTable(deps, request),
    days: () => daysTable(deps, request),
    posts: () => postsTable(deps, request, keys),
    demographics: () => demographicsTable(deps, request),
    activity: () => activityTable(deps, request),
    names: () => namesTable(deps, request),
    accounts: () => accountsTable(deps, request),
  };
  return sections.map((section) => tables[section]());
}
