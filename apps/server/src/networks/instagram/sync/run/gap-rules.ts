import { addDays, countDays } from '@tidemark/contract';
import type { TaskCheckpoints } from '../../../../database/tables/sync.ts';
import { isOpen, revisedDays, type Step } from '../plan/rules.ts';
import { storyLife } from '../../../../features/sync/store/story-rules.ts';

/** Returns the period in which stories may have come and gone since the last fetch; null if there is none. */
export function unseenStories(lastRead: string | undefined, now: Date): { from: Date; to: Date } | null {
  const [from, to] = [Date.parse(lastRead ?? now.toISOString()), now.getTime() - storyLife];
  return to > from ? { from: new Date(from), to: new Date(to) } : null;
}

/**
 * Returns the days that a sync after a long gap fetched again, once complete; Instagram may not have the last ones yet.
 */
export function refilledDays(checkpoints: TaskCheckpoints, step: Step): { from: string; to: string } | null {
  const { insights } = checkpoints;
  if (!('from' in step) || isOpen(insights) || !insights?.floor || !insights.today) return null;
  if (countDays(insights.floor, insights.today) <= revisedDays + 2) return null;
  return { from: insights.floor, to: addDays(insights.today, -revisedDays) };
}
