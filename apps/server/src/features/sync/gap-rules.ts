import { daysBetween } from '@tidemark/contract';
import type { TaskCheckpoints } from '../../database/tables/sync.ts';
import { storyLife } from './rhythm-rules.ts';
import { daysAfter, daysBefore, isOpen, revisedDays, type Step } from './rules.ts';

/** The time in which a story can have come and gone since stories were last read; null when it is none. */
export function unseenStories(lastRead: string | undefined, now: Date): { from: Date; to: Date } | null {
  const [from, to] = [Date.parse(lastRead ?? now.toISOString()), now.getTime() - storyLife];
  return to > from ? { from: new Date(from), to: new Date(to) } : null;
}

/** The days that a reading after a long silence asked for again, when it is through; Instagram may still be late with the last ones. */
export function refilledDays(checkpoints: TaskCheckpoints, step: Step): { from: string; to: string } | null {
  const { insights } = checkpoints;
  if (!('from' in step) || isOpen(insights) || !insights?.floor || !insights.today) return null;
  if (daysBetween(insights.floor, insights.today) <= revisedDays + 2) return null;
  return { from: insights.floor, to: daysBefore(insights.today, revisedDays) };
}

/** Days in order as stretches without a hole. */
export function stretchesOf(days: readonly string[]): { from: string; to: string }[] {
  const stretches: { from: string; to: string }[] = [];
  for (const one of days) {
    const last = stretches.at(-1);
    if (last && daysAfter(last.to, 1) === one) last.to = one;
    else stretches.push({ from: one, to: one });
  }
  return stretches;
}
