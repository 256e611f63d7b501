import { dayMillis } from '@tidemark/contract';
import type { ComparedPost } from './label-comparison.ts';

export interface LabelledWorld {
  posts: ComparedPost[];
  labelIds: string[];
}

const start = Date.parse('2026-01-01T00:00:00Z');
const formats = { reel: 1.2, static: 0, carousel: 0.4 };

/**
 * Posts of one or two growing accounts with formats that differ, a season, and now and then a viral post. Labels are
 * more common for reels and for newer posts. A labelled post has `factor` times the interactions it would have without.
 */
export function makeLabelledWorld(
  seed: number,
  { factor, labels = 1, count }: { factor: number; labels?: number; count?: number },
): LabelledWorld {
  const random = createRandom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const noise = 0.4 + random() * 0.6;
  const days = pick([60, 120, 365]);
  const accounts = random() < 0.5 ? ['A'] : ['A', 'B'];
  const growth = random() * 0.002;
  const labelIds = Array.from({ length: labels }, (_, index) => `label ${index}`);
  const posts = Array.from({ length: count ?? 40 + Math.floor(random() * 160) }, (): ComparedPost => {
    const format = pick(['reel', 'static', 'carousel'] as const);
    const accountId = pick(accounts);
    const age = random() * days;
    const share = 0.15 + (format === 'reel' ? 0.3 : 0) + (0.2 * age) / days;
    const own = labelIds.filter(() => random() < share);
    const log =
      4 +
      formats[format] +
      (accountId === 'B' ? 2 : 0) +
      growth * age +
      0.2 * Math.sin(age / 50) +
      noise * normal() +
      (random() < 0.03 ? 2.5 : 0) +
      (own.includes('label 0') ? Math.log(factor) : 0);
    return {
      accountId,
      format,
      publishedAt: new Date(start + age * dayMillis),
      lifetime: Math.round(Math.exp(log)),
      atSevenDays: null,
      labelIds: own,
    };
  });
  return { posts, labelIds };
}

/** The generator mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
