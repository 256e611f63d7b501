import type { AccountMetric, CardMetric } from '@tidemark/contract';

/** Metrics with a separate small card: the growth rate is part of the Followers card, and the rest have a large one. */
export type SmallCardMetric = Exclude<CardMetric, AccountMetric | 'follower-growth-rate'>;

/** All small cards: one per metric, plus posting activity. */
export type SmallCard = SmallCardMetric | 'post-activity';
