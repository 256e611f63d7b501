import { type AgedValue, valueAtAge } from './life-curve.ts';
import type { TaggedPost } from './find-series.ts';
import type { PostResult } from './relative-results.ts';
import { median } from './sample.ts';

/** A post by publishing hour, with its known interactions. */
export interface CountedPost extends TaggedPost {
  publishedAt: Date;
  format: string;
  /** Lifetime total, and the post's age when it was fetched. */
  total: AgedValue;
  /** Measurements, youngest first. */
  curve: readonly AgedValue[];
}

const day = 24 * 60;
const resultMinutes = 2 * day;
/** Age from which a total can stand for the one at 48 hours, corrected for later growth. */
const minTotalMinutes = resultMinutes * 0.98;
/** Ages between which growth is estimated; after the last, posts count as fully grown. */
const stages = [2, 3, 4, 6, 9, 14, 21, 30].map((days) => days * day);
/** Minimum posts measured at both ends of a stage. */
const minGrowingPosts = 5;
/** Posts in all formats that count as much as the format's own. */
const sharedPosts = 5;

/**
 * Returns posts' interactions at 48 hours: measured or interpolated where there are measurements around that age.
 * Otherwise the lifetime total minus what the account's posts in this format usually gain after 48 hours. Posts whose
 * total is from before that are left out.
 */
export function toResultsAt48Hours(posts: readonly CountedPost[]): PostResult[] {
  const known = posts.map((post) => ({ ...post, curve: withTotal(post) }));
  const growth = toLateGrowth(known);
  return known.flatMap(({ weekday, hour, publishedAt, format, total, curve }) => {
    const measured = valueAtAge(curve, resultMinutes);
    if (!measured && total.ageMinutes < minTotalMinutes) return [];
    const interactions = measured ? measured.value : Math.expm1(toLog(total.value) - growth(format, total.ageMinutes));
    return { weekday, hour, publishedAt, format, interactions, isMeasured: measured !== null };
  });
}

function withTotal({ curve, total }: CountedPost): readonly AgedValue[] {
  return total.ageMinutes > (curve.at(-1)?.ageMinutes ?? -1) ? [...curve, total] : curve;
}

/**
 * Returns the log of the usual gain in a format between 48 hours and an age: the sum of the median gains in the stages
 * between, each from the posts that were measured at both its ends. A format with few such posts borrows from others.
 */
function toLateGrowth(
  posts: readonly Pick<CountedPost, 'format' | 'curve'>[],
): (format: string, ageMinutes: number) => number {
  const gains = stages.slice(1).map((to, index) => {
    const from = stages[index] ?? to;
    const of = posts.flatMap(({ format, curve }) => {
      const [start, end] = [valueAtAge(curve, from), valueAtAge(curve, to)];
      return start && end ? [{ format, gain: Math.max(0, toLog(end.value) - toLog(start.value)) }] : [];
    });
    const all = median(of.map(({ gain }) => gain));
    const byFormat = new Map(
      [...Map.groupBy(of, ({ format }) => format)].map(([format, own]) => [
        format,
        (median(own.map(({ gain }) => gain)) * own.length + all * sharedPosts) / (own.length + sharedPosts),
      ]),
    );
    return (format: string) => (of.length < minGrowingPosts ? 0 : (byFormat.get(format) ?? all));
  });
  return (format, ageMinutes) =>
    gains.reduce((sum, gain, index) => {
      const [from = 0, to = 0] = [stages[index], stages[index + 1]];
      const share = Math.log(Math.min(Math.max(ageMinutes, from), to) / from) / Math.log(to / from);
      return sum + share * gain(format);
    }, 0);
}

function toLog(total: number): number {
  return Math.log1p(Math.max(0, total));
}
