import { isPageRefusal } from '../../client/graph-error.ts';
import type { NetworkError } from '../../../network-error.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { AccountToken, ConnectionAccess } from '../../connections/connection-access.ts';
import type { GraphRateLimiter } from '../schedule/graph-rate-limiter.ts';
import { secondsAfterFailure, type SyncFailure } from '../schedule/schedule-rules.ts';
import { type Step } from '../plan/rules.ts';
import type { Problem, RunEnd } from '../../../../features/sync/index.ts';

const away: Problem = {
  code: 'meta_unavailable',
  message: 'Meta is not responding. We will retry shortly.',
  until: null,
};
const refusedRequest: Problem = {
  code: 'failed',
  message: 'Instagram rejected a request. We will retry later.',
  until: null,
};
const unreachable: Problem = {
  code: 'account_unreachable',
  message:
    'Your login no longer has access to this account. It must be a professional account linked to a Facebook Page that you manage.',
  until: null,
};

// Meta, "Instagram Account Insights": a page role granted through Business Manager also requires one of these
// permissions.
const refusedWithAllPermissions =
  'Instagram denies access to this account’s insights although all required permissions are granted. If your role on its Facebook Page comes from a business portfolio, also allow ads_read (or ads_management) and reconnect.';

const refusedPage =
  'Facebook denies access to the Page of this account although all required permissions are granted. Reconnect and select the Page again, or ask its owner for a role on it.';

export function toRateLimitProblem(until: Date): Problem {
  return { code: 'rate_limited', message: 'Rate-limited by Instagram.', until: until.toISOString() };
}

/** Explains why no login has access to an account, and what its user can do. */
export async function explainUnreachable(connections: ConnectionAccess, accountId: string): Promise<Problem> {
  const { cause, message, isUnlisted } = await connections.explainMissingToken(accountId);
  if (isUnlisted) return { ...unreachable, message };
  return {
    code: cause === 'permission_missing' ? 'permission_missing' : 'reconnect_required',
    message,
    until: null,
    cause,
  };
}

interface Failed {
  access: AccountToken;
  accountId: string;
  step: Step;
  failure: NetworkError;
  /** Consecutive failures, including this one. */
  failures: number;
}

/** Decides when to retry after a Graph API failure, and which message to show. */
export async function afterFailure(
  { connections, rateLimiter, clock }: { connections: ConnectionAccess; rateLimiter: GraphRateLimiter; clock: Clock },
  { access, accountId, step, failure, failures }: Failed,
): Promise<RunEnd> {
  const wait = (kind: SyncFailure) => new Date(clock().getTime() + secondsAfterFailure(kind, failures) * 1000);
  /** Continues with another login that has access to the account, or waits for a new one. */
  const continueWith = async (next: AccountToken | null): Promise<RunEnd> =>
    next
      ? { nextSyncAt: clock(), problem: null, failures }
      : { nextSyncAt: null, problem: await explainUnreachable(connections, accountId), failures };
  const endWithoutPermission = async (): Promise<RunEnd> => {
    const { missing } = await connections.reportMissingPermission(access);
    const next = await connections.findToken(accountId);
    if (next?.token !== access.token) return continueWith(next);
    return {
      nextSyncAt: wait('permission'),
      problem: {
        code: 'permission_missing',
        message:
          missing.length > 0
            ? `A permission is missing (${missing.join(', ')}). Reconnect and allow all permissions.`
            : isPageRefusal(failure)
              ? refusedPage
              : refusedWithAllPermissions,
        until: null,
        cause: 'permission_missing',
      },
      failures,
    };
  };
  switch (failure.kind) {
    case 'auth': {
      const token = await connections.reportRejectedToken(access, failure);
      if (token === 'valid') return endWithoutPermission();
      if (token === 'unknown') return { nextSyncAt: wait('transient'), problem: away, failures };
      return continueWith(await connections.findToken(accountId));
    }
    case 'permission':
      return endWithoutPermission();
    case 'throttle-app':
    case 'throttle-user':
    case 'throttle-account': {
      const until = await rateLimiter.pause({ accountId, userId: access.userId }, failure, failures);
      return { nextSyncAt: until, problem: toRateLimitProblem(until), failures };
    }
    case 'transient':
      return { nextSyncAt: wait('transient'), problem: away, failures };
    case 'permanent': {
      const concernsAccount = step.task !== 'type_metrics';
      const isHidden = concernsAccount && failure.code === 100 && failure.subcode === 33;
      return { nextSyncAt: wait('failed'), problem: isHidden ? unreachable : refusedRequest, failures };
    }
  }
}
