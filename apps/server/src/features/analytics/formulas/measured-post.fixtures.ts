import { dayMillis } from '@tidemark/contract';
import type { CurvedPost } from './post-score.ts';

const dayMinutes = 24 * 60;
/** First day in every history. */
export const historyStart = Date.parse('2024-11-01T00:00:00Z');
const ages = [0.1, 0.3, 1.1, 3.1, 6.7];

/** Makes a post that was last fetched a week after it was published, measured at ages that differ a little. */
export function measureAges({
  mediaId,
  day,
  total,
  random,
}: {
  mediaId: string;
  day: number;
  total: number;
  random: () => number;
}): CurvedPost {
  const publishedAt = new Date(historyStart + day * dayMillis);
  const pace = 1.5 + random();
  const views = ages.map((age) => {
    const shown = age * (0.97 + 0.06 * random());
    return { ageMinutes: Math.round(shown * dayMinutes), value: Math.round(total * (1 - Math.exp(-shown / pace))) };
  });
  const latest = views.at(-1)?.value ?? 0;
  return {
    mediaId,
    publishedAt,
    observedAt: new Date(publishedAt.getTime() + 7 * dayMillis),
    isStory: false,
    isCollaboration: false,
    totals: { views: latest, reach: null, total_interactions: null },
    curves: { views, reach: [], total_interactions: [] },
  };
}
