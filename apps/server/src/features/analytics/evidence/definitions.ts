import type { AccountMetric, BreakdownPart, Evidence, PostMetric } from '@tidemark/contract';
import { listNames, mapNames } from '@tidemark/contract/map-names';
import { dayMetrics, type DayMetricRow } from '../../../metrics/day-metrics.ts';
import type { NetworkAnswers } from '../../../metrics/network-answers.ts';
import { metaPages } from '../../../metrics/metric-row.ts';
import { postMetrics, type PostMetricRow } from '../../../metrics/post-metrics.ts';
import type { FigureColumn } from '../account-figures/queries.ts';
import { metricColumns } from '../metric-columns.ts';
import { defineFields } from './find-fields.ts';
import type { EvidenceColumn } from './part-columns.ts';

type Definition = Evidence['definitions'][number];

const byDay = mapNames(listNames(dayMetrics), (name): Definition => {
  const { instagram, definition: text, url = metaPages.account }: DayMetricRow = dayMetrics[name];
  const by = instagram.cell ? `, by ${instagram.cell.breakdown}` : '';
  return { name: instagram.name + by, text, url };
});

export const columnDefinitions: Record<FigureColumn, Definition> = {
  ...byDay,
  reach_non_follower: {
    ...byDay.reach,
    name: 'reach, by follow_type',
    text: `${byDay.reach.text} NON_FOLLOWER: those that did not follow.`,
  },
};

/** Returns the definitions of the fields that columns of days are computed from. */
export function listColumnFields(columns: readonly EvidenceColumn[], network: NetworkAnswers): Definition[] {
  const fields = columns.flatMap((column) =>
    Object.hasOwn(dayMetrics, column) ? network.listFields(dayMetrics[column as keyof typeof dayMetrics]) : [],
  ); // checked by `hasOwn`
  return defineFields(network, [...new Set(fields)]);
}

const partTexts: Record<BreakdownPart['dimension'], string> = {
  media_product_type: 'Split by the kind of content; Instagram may count a person in several.',
  follow_type: 'Split by whether the account followed at the time.',
  interaction_type: 'Instagram counts likes, comments, saves and shares as metrics of their own.',
};

export function toPartDefinition(metric: AccountMetric, dimension: BreakdownPart['dimension']): Definition {
  const { name, text, url } = byDay[metricColumns[metric]];
  const isOwn = dimension === 'interaction_type';
  return {
    name: isOwn ? `${name}, and its kinds` : `${name}, by ${dimension}`,
    text: `${text} ${partTexts[dimension]}`,
    url,
  };
}

export const audienceDefinitions = {
  follower_demographics: {
    name: 'follower_demographics',
    text: 'Followers by age and gender, country and city, at the time of the call: the 45 largest groups.',
    url: metaPages.account,
  },
  online_followers: {
    name: 'online_followers',
    text: 'Followers who were on Instagram, by hour of the day.',
    url: metaPages.account,
  },
} as const;

/** Returns the definitions of a post's metric, or of those that it is computed from. */
export function listPostDefinitions(metric: PostMetric, network?: NetworkAnswers): Definition[] {
  if (network) return defineFields(network, network.listFields(postMetrics[metric]));
  const { instagram, definition: text, parts = [] }: PostMetricRow = postMetrics[metric];
  if (!instagram) return parts.flatMap((part) => listPostDefinitions(part));
  const { name, cell } = instagram;
  const isRow = cell ? `, by ${cell.breakdown}: ${cell.value}` : '';
  return [{ name: name + isRow, text, url: metaPages.media }];
}

export function toPublishedDefinition(network: NetworkAnswers | undefined): Definition {
  if (network)
    return { name: network.posts.path, text: 'Posts and replies that the account published.', url: network.posts.url };
  return {
    name: 'media',
    text: 'Posts, reels and carousels that the account published, without stories.',
    url: metaPages.mediaList,
  };
}

export const actionDefinition = {
  name: 'profile_activity, by action_type',
  text: postMetrics.activity_other.definition,
  url: metaPages.media,
} satisfies Definition;
