import type { ConnectionAccount } from '@tidemark/contract';
import { lastSync } from '#web/platform/instant-labels.ts';
import { serverNow } from '#web/platform/server-clock.ts';

type Problem = NonNullable<ConnectionAccount['problem']>;

/** Formats '3:05 PM' today, 'Nov 22 at 3:05 PM' on another day. */
function toTime(instant: string, now: Date): string {
  return lastSync(instant, now).replace(/^Today at /, '');
}

/**
 * Explains why an account is out of date; problems with the whole login are explained above the list and only named
 * here.
 */
export function describeProblem(problem: Problem, now = serverNow()): string {
  const { code, message, until } = problem;
  if (code === 'reconnect_required' || code === 'permission_missing') return problemInShort(problem);
  return code === 'rate_limited' && until ? `Rate-limited by Instagram until ${toTime(until, now)}.` : message;
}

const short: Record<Problem['code'], string> = {
  reconnect_required: 'Reconnect required',
  permission_missing: 'Permission missing',
  account_unreachable: 'Not accessible with this login',
  login_not_decryptable: 'Login can’t be decrypted',
  network_disabled: 'Paused by the operator',
  rate_limited: 'Waiting for Instagram',
  meta_unavailable: 'Instagram is not responding',
  failed: 'The last sync failed',
};

/** Shortens the problem to a status. */
export function problemInShort({ code, until }: Problem, now = serverNow()): string {
  return code === 'rate_limited' && until ? `Waiting until ${toTime(until, now)}` : short[code];
}
