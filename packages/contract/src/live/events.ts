import type { AccountRef } from '../accounts/account.ts';
import type { User } from '../auth/endpoints.ts';
import type { MetaConnection } from '../connections/endpoints.ts';
import type { AccountDocument } from '../sync/endpoints.ts';

/** Event names in the stream; each event is one JSON object with its name as `type`. */
export const liveEventTypes = [
  'ping',
  'sse-expired',
  'server_shutdown_soon',
  'user-update',
  'user-accounts-update',
  'connection-update',
  'earliest-date',
  'account-update',
  'roadmap-update',
  'alerts-update',
] as const;

export type LiveEvent =
  /** `missedNothing` in a stream's first ping: nothing was sent since the data that came with its token. */
  | { type: 'ping'; at: string; missedNothing?: true }
  | { type: 'sse-expired' }
  | { type: 'server_shutdown_soon' }
  | { type: 'user-update'; user: User }
  | { type: 'user-accounts-update'; accountRefs: AccountRef[] }
  | { type: 'connection-update'; connection: MetaConnection }
  | { type: 'earliest-date'; accountId: string; earliestDate: string }
  | { type: 'account-update'; docType: 'account'; docId: string; doc: AccountDocument }
  /** Issues, comments or votes changed. */
  | { type: 'roadmap-update' }
  | { type: 'alerts-update'; unread: number };

/** Timing of the live connection, shared by client and server. */
export const liveTiming = {
  pingSeconds: 30,
  pingGraceSeconds: 15,
  tokenSeconds: 12 * 3600,
  tokenRenewSeconds: 11 * 3600,
  lifetimeSeconds: 290,
  reconnectAttempts: 5,
  reconnectBaseSeconds: 1,
  expiredReconnectSeconds: 1,
  healthPollSeconds: 3,
  recoveredReconnectSeconds: 2,
} as const;

/** Messages between our processes: events with their recipients, and changes to who receives what. */
export type LiveMessage =
  | { to: 'user'; userId: string; event: LiveEvent }
  | { to: 'everyone'; event: LiveEvent }
  | { to: 'document'; docType: 'account'; docId: string; event: LiveEvent }
  /** `personId` if it is a member of another's workspace who follows. */
  | { to: 'follow' | 'unfollow'; userId: string; personId?: string; document: string }
  /** Ends a person's streams, or only those in a workspace. */
  | { to: 'session-end'; userId: string; workspaceId?: string };
