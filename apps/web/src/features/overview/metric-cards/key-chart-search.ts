import { type SmallCardMetric } from '#web/features/metrics/index.ts';
import { smallCards } from '../small-cards.ts';

/** Parses which key metric is open as a large chart. */
export function keyChartSearch(search: Record<string, unknown>): { chart?: SmallCardMetric } {
  const chart = smallCards.find((card) => card === search['chart']);
  return chart && chart !== 'post-activity' ? { chart } : {};
}
