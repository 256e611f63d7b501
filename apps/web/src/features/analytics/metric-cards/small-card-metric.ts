import type { CardMetric } from '@tidemark/contract';

/** The metrics with a small card of their own; the growth rate is told inside the Followers card. */
export type SmallCardMetric = Exclude<CardMetric, 'follower-growth-rate'>;

/** All small cards: those of a metric, and how much was published. */
export type SmallCard = SmallCardMetric | 'post-activity';
