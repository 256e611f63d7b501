import { addDays } from '@tidemark/contract';

/** Groups sorted days into ranges without gaps. */
export function groupConsecutiveDays(days: readonly string[]): { from: string; to: string }[] {
  const stretches: { from: string; to: string }[] = [];
  for (const one of days) {
    const last = stretches.at(-1);
    if (last && addDays(last.to, 1) === one) last.to = one;
    else stretches.push({ from: one, to: one });
  }
  return stretches;
}
