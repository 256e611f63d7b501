import { daysBetween } from '@tidemark/contract';

const refusalDays = 30;

/** Refused metrics are kept as `group:metric@day`, and asked for again after 30 days: Instagram changes its mind. */
export function standingRefusals(kept: readonly string[], today: string): string[] {
  return kept.flatMap((entry) => {
    const [metric = '', since = today] = entry.split('@');
    return daysBetween(since, today) <= refusalDays ? [metric] : [];
  });
}

export function keepRefusals(kept: readonly string[], refused: readonly string[], today: string): string[] {
  const since = new Map(kept.map((entry) => [entry.split('@')[0] ?? '', entry.split('@')[1] ?? today]));
  return refused.map((metric) => `${metric}@${since.get(metric) ?? today}`);
}
