import type { AccountMetric, CardMetric } from '@tidemark/contract';

/** Metrics with a small card of their own: the growth rate is part of the Followers card, and the others have a large one. */
export type SmallCardMetric = Exclude<CardMetric, AccountMetric | 'follower-growth-rate'>;

/** All small cards: one per metric, plus posting activity. */
export type SmallCard = SmallCardMetric | 'post-activity';
