import type { Fleet } from '@tidemark/contract';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { listTroubled } from './work-state.ts';

/** Answers whether anything is broken: what needs an operator or a user, most urgent first. */
export function fleetSentence(fleet: Fleet): string {
  const { problems, queue, failures, syncs } = fleet;
  const behind = failures.reduce((sum, { accounts }) => sum + accounts, 0);
  const troubled = listTroubled(fleet).length;
  const findings = [
    ...(problems.length > 0 ? [`${count(problems.length, 'problem')} with this process`] : []),
    ...(queue.deadTotal > 0 ? [`${count(queue.deadTotal, 'account')} suspended after repeated failures`] : []),
    ...(troubled > 0 ? [`background work that needs attention: ${wholeNumber(troubled)}`] : []),
    ...(behind > 0 ? [`${wholeNumber(behind)} of ${count(syncs.accounts, 'account')} out of date`] : []),
  ];
  if (findings.length === 0) return 'Everything is running, and every account is up to date.';
  const sentence = findings.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. Everything else is running.`;
}

/** Names the accounts that are out of date for one reason: '@voss.garten, @voss.letterpress and 3 more'. */
export function failureNames({ accounts, usernames }: Fleet['failures'][number]): string {
  const names = usernames.map((name) => `@${name}`);
  const more = accounts - names.length;
  return more > 0 ? `${names.join(', ')} and ${wholeNumber(more)} more` : names.join(', ');
}

function count(number: number, what: string): string {
  return `${wholeNumber(number)} ${plural(number, what)}`;
}
