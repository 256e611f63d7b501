import { countDays } from '@tidemark/contract';

const refusalDays = 30;

/**
 * Lists active refusals. Refused metrics are stored as `group:metric@day` and retried after 30 days, because Instagram
 * may change its answer.
 */
export function listActiveRefusals(stored: readonly string[], today: string): string[] {
  return stored.flatMap((entry) => {
    const [metric = '', since = today] = entry.split('@');
    return countDays(since, today) <= refusalDays ? [metric] : [];
  });
}

export function mergeRefusals(stored: readonly string[], refused: readonly string[], today: string): string[] {
  const since = new Map(stored.map((entry) => [entry.split('@')[0] ?? '', entry.split('@')[1] ?? today]));
  return refused.map((metric) => `${metric}@${since.get(metric) ?? today}`);
}
