import { auditUser, recordUserAction, writeAuditEntry } from '../features/audit/index.ts';
import { alertRoutes } from '../features/alerts/index.ts';
import { digestRoutes } from '../features/digests/index.ts';
import { recipientRoutes } from '../features/mail/index.ts';
import type { Route } from '../platform/http/route.ts';
import type { Announce } from './announce-access.ts';
import type { Parts } from './services.ts';
import { findVerifiedEmail } from './verified-email.ts';

/** Routes for mail recipients, the mail they receive, and alerts. */
export function mailRoutes(parts: Parts, announce: Announce): Route[] {
  const { config, db, clock, events, vault, webhookSender, audit, outbox, requestWindows } = parts;
  const { appUrl } = config;
  const { dayZone } = config.meta;
  return [
    ...recipientRoutes({
      db,
      clock,
      outbox,
      appUrl,
      findVerifiedEmail: (token) => findVerifiedEmail(parts, token),
      onChanged: ({ userId, actorId, action, recipientId, requestId }) =>
        writeAuditEntry(audit, {
          actorId,
          action,
          target: `user:${userId}`,
          change: { recipientId },
          requestId,
          ip: null,
        }),
    }),
    ...digestRoutes({
      db,
      clock,
      outbox,
      requestWindows,
      appUrl,
      dayZone,
      onChanged: ({ userId, isOn, requestId }) =>
        recordUserAction(audit, {
          userId,
          action: isOn ? 'digest.started' : 'digest.stopped',
          requestId,
          at: clock(),
        }),
    }),
    ...alertRoutes({
      db,
      clock,
      events,
      dayZone,
      vault,
      sender: webhookSender,
      async onWebhookChanged({ userId, action, accessToken, requestId }) {
        await auditUser(audit, { userId, action, requestId });
        await announce({ userId, action, accessToken });
      },
      onChanged: ({ userId, isOn, requestId }) =>
        recordUserAction(audit, {
          userId,
          action: isOn ? 'alerts.started' : 'alerts.stopped',
          requestId,
          at: clock(),
        }),
    }),
  ];
}
