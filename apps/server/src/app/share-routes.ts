import { auditUser } from '../features/audit/index.ts';
import { loadReportContent } from '../features/analytics/index.ts';
import { createPictureStore } from '../features/reports/index.ts';
import { type LoadContent, shareRoutes } from '../features/shares/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { Parts } from './services.ts';

/** Loads what share links show. */
export function toLoadContent({
  config: {
    meta: { dayZone },
  },
  db,
  requestWindows,
}: Pick<Parts, 'config' | 'db' | 'requestWindows'>): LoadContent {
  return (owner, choice, now) => loadReportContent({ db, dayZone, requestWindows }, owner, choice, now);
}

/** Returns the routes for share links, and the one that opens them for anyone. */
export function allShareRoutes(parts: Parts): Route[] {
  const { config, db, files, clock, vault, audit } = parts;
  return shareRoutes({
    db,
    clock,
    vault,
    appUrl: config.appUrl,
    loadContent: toLoadContent(parts),
    pictures: createPictureStore({ db, files }),
    onChanged: ({ userId, action, linkId, requestId }) =>
      auditUser(audit, { userId, action, change: { linkId }, requestId }),
  });
}
