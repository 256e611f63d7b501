import type { GraphHost } from '../../client/graph-http.ts';
import type { LongTotal } from '../../client/window-insights.ts';
import type { Step } from '../plan/rules.ts';
import type { InsightWindow, SeriesReading, StoredStep, StoryFigures } from '../../../../features/sync/index.ts';

/** Everything that stores an account's rows: a step of a sync, or what is fetched or received between syncs. */
export type RecordedTask =
  | Step
  | { task: 'young_posts' }
  | { task: 'windows'; windows: InsightWindow[]; longTotals: LongTotal[] }
  | { task: 'story_end'; mediaId: string; figures: StoryFigures };

/** A step's input besides its answers; JSON. */
export interface GivenStep extends StoredStep {
  task: RecordedTask;
  host: GraphHost;
  /** Metrics known to be refused for this account. */
  refused: readonly string[];
  /** Dating of the account's series. */
  series: SeriesReading;
  isFirst: boolean;
  isSlow: boolean;
  /** The step's choices that depended on the rows stored then, by name. */
  chosen: Record<string, unknown>;
}

/** The input of tasks that depend on nothing else. */
export const emptyGiven: Omit<GivenStep, 'task'> = {
  host: 'facebook',
  refused: [],
  series: { shift: 0, isLearned: false },
  isFirst: false,
  isSlow: false,
  chosen: {},
  outdated: { days: [], windows: [] },
};

/** Finds what to fetch, and records it under a name. The result must be JSON. */
export type Choose = <Choice>(name: string, find: () => Promise<Choice>) => Promise<Choice>;

export function recordChoices(chosen: GivenStep['chosen']): Choose {
  return async (name, find) => {
    const choice = await find();
    chosen[name] = choice;
    return choice;
  };
}
