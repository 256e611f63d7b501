import type { ConnectionAccount } from '@tidemark/contract';
import { lastSync } from '#web/platform/format.ts';

type Problem = NonNullable<ConnectionAccount['problem']>;

/** '3:05 PM' today, 'Nov 22 at 3:05 PM' on another day. */
function timeOf(instant: string, now: Date): string {
  return lastSync(instant, now).replace(/^Today at /, '');
}

/** Why an account is behind; what concerns the whole login is said above the list, and here only named. */
export function problemInWords(problem: Problem, now = new Date()): string {
  const { code, message, until } = problem;
  if (code === 'reconnect_required' || code === 'permission_missing') return problemInShort(problem);
  return code === 'rate_limited' && until ? `Instagram asks to wait until ${timeOf(until, now)}.` : message;
}

const short: Record<Problem['code'], string> = {
  reconnect_required: 'Needs a new login',
  permission_missing: 'A permission is missing',
  account_unreachable: 'Not reached by this login',
  rate_limited: 'Waiting for Instagram',
  meta_unavailable: 'Instagram does not answer',
  failed: 'The last sync failed',
};

/** The same in the few words of a status. */
export function problemInShort({ code, until }: Problem, now = new Date()): string {
  return code === 'rate_limited' && until ? `Waiting until ${timeOf(until, now)}` : short[code];
}
