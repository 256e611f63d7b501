import type { CardMetric } from '@tidemark/contract';

/** Metrics with a small card of their own; the growth rate is part of the Followers card. */
export type SmallCardMetric = Exclude<CardMetric, 'follower-growth-rate'>;

/** All small cards: one per metric, plus posting activity. */
export type SmallCard = SmallCardMetric | 'post-activity';
