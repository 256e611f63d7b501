import { writeAuditEntry } from '../features/admin/index.ts';
import { loadReportContent } from '../features/analytics/index.ts';
import { shareRoutes } from '../features/shares/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { Parts } from './services.ts';

/** The calls for share links, and the one with which anyone opens them. */
export function allShareRoutes({ config, db, clock, vault, audit, requestWindows }: Parts): Route[] {
  const { dayZone } = config.meta;
  return shareRoutes({
    db,
    clock,
    vault,
    appUrl: config.appUrl,
    loadContent: (owner, choice, now) => loadReportContent({ db, dayZone, requestWindows }, owner, choice, now),
    onChanged: ({ userId, action, linkId, requestId }) =>
      writeAuditEntry(audit, {
        actorId: userId,
        action,
        target: `user:${userId}`,
        change: { linkId },
        requestId,
        ip: null,
      }),
  });
}
