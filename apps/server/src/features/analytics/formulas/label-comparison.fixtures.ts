import { dayMillis } from '@tidemark/contract';
import type { ComparedPost } from './label-comparison.ts';
import { createNormal, createRandom } from './random.fixtures.ts';

export interface LabelledWorld {
  posts: ComparedPost[];
  labelIds: string[];
}

const start = Date.parse('2026-01-01T00:00:00Z');
const formats = { reel: 1.2, static: 0, carousel: 0.4 };

/**
 * Makes posts for one or two growing accounts whose formats differ, with a season and an occasional viral post. Labels
 * are more common on reels and newer posts. A labelled post has `factor` times its unlabelled interactions.
 */
export function makeLabelledWorld(
  seed: number,
  { factor, labels = 1, count }: { factor: number; labels?: number; count?: number },
): LabelledWorld {
  const random = createRandom(seed);
  const normal = createNormal(random);
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

/** Posts from an account with memory, and each post's values for eight metrics. */
export interface CampaignWorld {
  posts: ComparedPost[];
  /** Per post; the last metric is a rate. */
  values: number[][];
  labelIds: string[];
}

/** The memory of the account's level in days, and how much it moves, as a standard deviation in logs. */
const level = { days: 21, deviation: 0.4 };
const campaignDays = 8;
const metrics = 8;

/**
 * Makes an account whose level moves over weeks, and labels that are used in eight-day campaigns. A post's metrics go
 * together. A post with label 0 has `factor` times its unlabelled result.
 */
export function makeCampaignWorld(seed: number, { factor, labels }: { factor: number; labels: number }): CampaignWorld {
  const random = createRandom(seed);
  const normal = createNormal(random);
  const days = random() < 0.5 ? 120 : 365;
  const noise = 0.4 + random() * 0.6;
  const growth = (random() - 0.3) * 0.004;
  const memory = Math.exp(-1 / level.days);
  const levels = [normal() * level.deviation];
  while (levels.length < days)
    levels.push(memory * (levels.at(-1) ?? 0) + Math.sqrt(1 - memory ** 2) * level.deviation * normal());
  const labelIds = Array.from({ length: labels }, (_, index) => `label ${index}`);
  const campaigns = labelIds.map(() =>
    Array.from({ length: 2 + Math.floor((random() * days) / 50) }, () => random() * days),
  );
  const rows = Array.from({ length: Math.round((days / 7) * (3 + random() * 5)) }, () => {
    const at = random() * days;
    const format = (['reel', 'static', 'carousel'] as const)[Math.floor(random() * 3)] ?? 'reel';
    const own = labelIds.filter(
      (_, index) =>
        random() < (campaigns[index]?.some((start) => at >= start && at < start + campaignDays) ? 0.8 : 0.04),
    );
    const strength = noise * normal() + (random() < 0.03 ? 2.5 : 0);
    const usual =
      5 +
      formats[format] +
      (levels[Math.floor(at)] ?? 0) +
      growth * at +
      (own.includes('label 0') ? Math.log(factor) : 0);
    const values = Array.from({ length: metrics }, (_, metric) =>
      metric === metrics - 1
        ? Math.exp(1 + 0.1 * usual + 0.2 * strength + 0.8 * noise * normal())
        : Math.round(Math.exp(usual + 0.9 * strength + 0.45 * noise * normal())),
    );
    const post = { accountId: 'A', format, publishedAt: new Date(start + at * dayMillis), atSevenDays: null };
    return { values, post: { ...post, lifetime: values[0] ?? null, labelIds: own } };
  });
  return { posts: rows.map(({ post }) => post), values: rows.map(({ values }) => values), labelIds };
}
