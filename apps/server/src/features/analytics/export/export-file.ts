import type { EndpointRequest, exportFigures } from '@tidemark/contract';
import type { Database } from '../../../database/database.ts';
import { toCommonMetrics } from '../../../metrics/network-metrics.ts';
import { dayIn } from '../../../platform/clock.ts';
import type { Viewer } from '../../../platform/http/route.ts';
import { listLinkedAccounts, requireAccounts } from '../../accounts/index.ts';
import type { AnalyticsDeps } from '../analytics-deps.ts';
import type { LoadPeers } from '../load-peers.ts';
import { addSources } from './add-sources.ts';
import { type ExportDeps, toExportRequest } from './export-request.ts';
import { listTables } from './list-tables.ts';
import { type ExportFile, writeExport } from './write-export.ts';

interface ExportFileDeps extends AnalyticsDeps {
  loadPeers: LoadPeers;
  /** The app's address, for links to where numbers come from. */
  appUrl: string;
  /** Runs a part of the work, for example once the server has capacity. */
  admit<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Prepares an export file for a user who may see its accounts. Its content is loaded while it is read. */
export async function prepareExport(
  { db, clock, dayZone, requestWindows, loadPeers, appUrl, admit }: ExportFileDeps,
  viewer: Viewer,
  body: EndpointRequest<typeof exportFigures>['body'],
): Promise<ExportFile> {
  const scope = await requireAccounts(db, viewer, body.accountIds);
  const linked = await listLinkedAccounts(db, viewer);
  const types = linked.flatMap(({ _id, type }) => (scope.accountIds.includes(_id) ? type : []));
  const accounts = linked.map(({ _id, username, lastSyncAt }) => ({ accountId: _id, username, lastSyncAt }));
  const now = clock();
  const request = toExportRequest(body, { viewer, scope, accounts, existing: toCommonMetrics(types) });
  const load = <Result>(work: (database: Database) => Promise<Result>) => admit(() => work(db));
  const deps: ExportDeps = { db, now, today: dayIn(dayZone, now), dayZone, requestWindows, loadPeers, load };
  const tables = await listTables(deps, request, body.sections);
  const withSources = body.sections.flatMap((section, index) => {
    const table = tables[index];
    // Answers are explained only for networks that have all metrics.
    if (!table || request.existing) return table ?? [];
    return addSources(table, section, { ...request, appUrl });
  });
  return writeExport(body.format, withSources, request, now);
}
