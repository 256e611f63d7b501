import type { AccountMetric, ApproximationReason, Breakdown } from '@tidemark/contract';
import { countPeriodDays } from './period.ts';
import type { AccountFigures } from './account-figures.ts';
import { toExactness } from './exactness.ts';
import { addFigures, combinePeople } from './people-bounds.ts';

type Part = number | null;

/** Sums for a metric and its parts over days and accounts; null if no stored day has a value. */
export interface PartSums {
  total: Part;
  post: Part;
  reel: Part;
  story: Part;
  carousel: Part;
  ad: Part;
  /** Only for reach. */
  other?: Part;
  follower?: Part;
  nonFollower?: Part;
  likes?: Part;
  comments?: Part;
  saves?: Part;
  shares?: Part;
}

/** Splits the total by surface and by follower type (interactions: by type), each with the unattributed remainder. */
export function toBreakdown(metric: AccountMetric, accounts: readonly AccountFigures[], parts: PartSums): Breakdown {
  const dayReasons = accounts.flatMap((account) => account.sum(columns[metric]).reasons);
  if (metric !== 'reach') {
    const value = addFigures(accounts.map((account) => account.sum(columns[metric])));
    const tables = [toSurfaces(parts, rest), metric === 'views' ? toFollowTypes(parts) : toInteractionTypes(parts)];
    return {
      value: value.shown,
      ...toExactness(dayReasons, value),
      breakdowns: tables.map((table) => ({ ...table, ...toExactness(dayReasons) })),
    };
  }
  const people = accounts.map((account) => account.people('reach'));
  const value = combinePeople(people);
  const overAccounts: ApproximationReason[] = accounts.length > 1 ? ['summed_accounts'] : [];
  const isOneDay = accounts.every(({ period }) => countPeriodDays(period) === 1);
  const overDays: ApproximationReason[] = isOneDay ? [] : ['summed_people'];
  const partExactness = toExactness([...dayReasons, ...overDays, ...overAccounts]);
  return {
    value: value.shown,
    ...toExactness([...people.flatMap(({ reasons }) => reasons), ...overAccounts], value),
    breakdowns: [
      { ...toSurfaces(parts, ({ other }) => other ?? 0), ...partExactness },
      // Over several days, parts are sums of people, which leave no computable remainder.
      { ...toFollowTypes(isOneDay ? parts : { ...parts, total: null }), ...partExactness },
    ],
  };
}

const columns = { views: 'views', reach: 'reach', total_interactions: 'interactions' } as const;

function toSurfaces(parts: PartSums, toRest: (parts: PartSums, known: readonly Part[]) => number) {
  const { post, reel, carousel, story, ad } = parts;
  return toTable('media_product_type', [
    ['POST', post],
    ['REEL', reel],
    ['CAROUSEL_CONTAINER', carousel],
    ['STORY', story],
    ['AD', positive(ad)],
    ['UNKNOWN', positive(toRest(parts, [post, reel, carousel, story, ad]))],
  ]);
}

function toFollowTypes(parts: PartSums) {
  const { follower = null, nonFollower = null } = parts;
  return toTable('follow_type', [
    ['FOLLOWER', follower],
    ['NON_FOLLOWER', nonFollower],
    ['UNKNOWN', positive(rest(parts, [follower, nonFollower]))],
  ]);
}

/** Splits interactions by type. The remainder is replies, reposts and interactions with ads. */
function toInteractionTypes(parts: PartSums) {
  const { likes = null, comments = null, saves = null, shares = null } = parts;
  return toTable('interaction_type', [
    ['LIKES', likes],
    ['COMMENTS', comments],
    ['SAVES', saves],
    ['SHARES', shares],
    ['OTHER', positive(rest(parts, [likes, comments, saves, shares]))],
  ]);
}

function rest({ total }: PartSums, known: readonly Part[]): number {
  return known.reduce<number>((left, part) => left - (part ?? 0), total ?? 0);
}

function positive(part: Part): Part {
  return part !== null && part > 0 ? part : null;
}

function toTable(key: 'media_product_type' | 'follow_type' | 'interaction_type', parts: [string, Part][]) {
  return {
    dimensionKeys: [key],
    results: parts.flatMap(([name, value]) => (value === null ? [] : [{ value, dimensionValues: [name] }])),
  };
}
