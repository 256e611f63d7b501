import type { SyncStatus } from '@tidemark/contract';
import type { GraphFailure } from '../../clients/instagram-graph/graph-failure.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AccountToken, ConnectionAccess } from '../connections/index.ts';
import type { Pace } from './pace.ts';
import type { RunEnd } from './queries.ts';
import { secondsAfterFailure, type SyncFailure } from './rhythm-rules.ts';
import { type Step } from './rules.ts';

type Problem = NonNullable<SyncStatus['problem']>;

const away: Problem = {
  code: 'meta_unavailable',
  message: 'Meta does not answer. The sync is tried again soon.',
  until: null,
};
const refusedRequest: Problem = {
  code: 'failed',
  message: 'Instagram refused a request. The sync is tried again later.',
  until: null,
};
const unreachable: Problem = {
  code: 'account_unreachable',
  message:
    'Instagram does not give this account to your login any more. It must be a professional account, connected to a Facebook page that you manage.',
  until: null,
};

export function rateLimited(until: Date): Problem {
  return { code: 'rate_limited', message: 'Instagram asks to wait.', until: until.toISOString() };
}

/** Why no business login reaches an account, with what its owner can do. */
export async function whyUnreachable(connections: ConnectionAccess, accountId: string): Promise<Problem> {
  const { cause, message, isUnlisted } = await connections.whyNone(accountId);
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
  failure: GraphFailure;
  /** In a row, this one included. */
  failures: number;
}

/** What a failure of the Graph API means for the account: when it goes on, and what its people are told. */
export async function afterFailure(
  { connections, pace, clock }: { connections: ConnectionAccess; pace: Pace; clock: Clock },
  { access, accountId, step, failure, failures }: Failed,
): Promise<RunEnd> {
  const wait = (kind: SyncFailure) => new Date(clock().getTime() + secondsAfterFailure(kind, failures) * 1000);
  switch (failure.kind) {
    case 'auth':
      await connections.reportDeadToken(access.userId, failure, access.token);
      // Another person's login may still reach the account.
      if (await connections.findToken(accountId)) return { nextSyncAt: clock(), problem: null, failures };
      return { nextSyncAt: null, problem: await whyUnreachable(connections, accountId), failures };
    case 'permission': {
      const { missing } = await connections.reportMissingPermission(access.userId);
      const names = missing.length > 0 ? ` (${missing.join(', ')})` : '';
      return {
        nextSyncAt: wait('permission'),
        problem: {
          code: 'permission_missing',
          message: `A permission is missing${names}. Connect again and allow all of them.`,
          until: null,
          cause: 'permission_missing',
        },
        failures,
      };
    }
    case 'throttle-app':
    case 'throttle-account': {
      const until = await pace.pause(accountId, failure, failures);
      return { nextSyncAt: until, problem: rateLimited(until), failures };
    }
    case 'transient':
      return { nextSyncAt: wait('transient'), problem: away, failures };
    case 'permanent': {
      const concernsAccount = step.task === 'account_details' || step.task === 'together' || step.task === 'insights';
      const isHidden = concernsAccount && failure.code === 100 && failure.subcode === 33;
      return { nextSyncAt: wait('failed'), problem: isHidden ? unreachable : refusedRequest, failures };
    }
  }
}
