import type { ReportContent } from '@tidemark/contract';
import type { Clock } from '../../platform/clock.ts';

const freshMillis = 60_000;
const maxEntries = 100;

/**
 * Caches live links' data for a minute, so that many concurrent visitors cost as much as one. The key must name
 * everything that the data depends on; the caller checks access first.
 */
export function createLiveContent(clock: Clock) {
  const entries = new Map<string, { loadedAt: number; content: Promise<ReportContent> }>();

  return async function read(key: string, load: () => Promise<ReportContent>): Promise<ReportContent> {
    const now = clock().getTime();
    const known = entries.get(key);
    if (known && Math.abs(now - known.loadedAt) < freshMillis) return known.content;
    const content = load();
    entries.delete(key);
    entries.set(key, { loadedAt: now, content });
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    try {
      return await content;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  };
}
