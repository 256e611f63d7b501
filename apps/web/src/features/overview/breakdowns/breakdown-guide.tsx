import type { AccountMetric } from '@tidemark/contract';
import {
  audienceColors,
  dotGuideText,
  formatColors,
  interactionColors,
  otherColor,
  type Slice,
} from '@tidemark/presentation';
import { dotClass, breakdownLabels, MetricEvidence } from '#web/features/metrics/index.ts';
import { Donut } from '#web/ui/charts/donut.tsx';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './breakdown-guide.module.css';
import { PartList } from './breakdown-parts.tsx';

const byFollowers = 'The shares from followers and non-followers. “Unknown” is what Instagram does not attribute.';
const texts: Record<AccountMetric, { intro: string; donut: string }> = {
  views: {
    intro: 'Views count every time your content was played or shown, including repeat views by the same person.',
    donut: byFollowers,
  },
  reach: {
    intro:
      'Reach counts accounts that saw your content at least once. For one account and up to 30 days it is Instagram’s own count; otherwise days or accounts are added up and people may be counted more than once (yellow dot).',
    donut: byFollowers,
  },
  total_interactions: {
    intro:
      'Interactions are all the ways people responded to your content: likes, comments, saves, shares, replies and reposts, including on ads.',
    donut:
      'The split of all interactions into likes, comments, saves and shares. “Other” is the rest: replies, reposts and advertising.',
  },
};

const slice = (label: string, value: number, color: string): Slice => ({ key: label, label, value, color });
const sampleKinds: Record<AccountMetric, Slice[]> = {
  views: [slice('Followers', 38, audienceColors.followers), slice('Non-followers', 62, audienceColors.nonFollowers)],
  reach: [slice('Followers', 54, audienceColors.followers), slice('Non-followers', 46, audienceColors.nonFollowers)],
  total_interactions: [
    slice('Likes', 66, interactionColors.likes),
    slice('Comments', 11, interactionColors.comments),
    slice('Saves', 9, interactionColors.saves),
    slice('Shares', 7, interactionColors.shares),
    slice('Other', 7, otherColor),
  ],
};
const sampleSurfaces = [
  slice('Reels', 52, formatColors.reel),
  slice('Posts', 30, formatColors.post),
  slice('Stories', 18, formatColors.story),
];
const sampleDays = [3, 5, 4, 7, 6, 9].map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));
const asPercent = (value: number) => `${value}%`;

export function BreakdownGuide({ metric }: { metric: AccountMetric }) {
  const { word } = breakdownLabels[metric];
  const guide = texts[metric];
  return (
    <Guide
      intro={guide.intro}
      action={<MetricEvidence metric={metric} />}
      sample={
        <>
          <GuidePart id="total" label={`12.4k ${word}, approximate`}>
            <span className={styles.value}>
              12.4k <span className={dotClass} />
            </span>
          </GuidePart>
          <GuidePart id="lines" label="Trend lines">
            <Sparkline series={sampleDays} label="Sample" color="var(--s1)" width={200} height={52} />
          </GuidePart>
          <GuidePart id="donut" label="Donut">
            <span className={styles.donut}>
              <Donut slices={sampleKinds[metric]} label="Sample" format={asPercent} size={88} />
            </span>
          </GuidePart>
          <GuidePart id="bars" label="By content type">
            <PartList label="Sample" parts={sampleSurfaces} whole={100} approx={null} bars />
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'total',
          name: 'Total and change',
          text: `The total for the range, and its change since the comparison period, which the chart shows as a dotted line. Yellow dot: ${dotGuideText}`,
        },
        {
          id: 'lines',
          name: 'Trend lines',
          text: 'One line per account, ending in its picture, with one point per day. A missing day is a gap; a day in progress is hatched and labelled “so far”. Days follow Instagram’s day boundaries. Click a day, or tap it twice, to see its posts. With more than eight accounts the scale is logarithmic at first, and a list with each account’s daily average lets you select one.',
        },
        { id: 'donut', name: 'Donut', text: guide.donut },
        {
          id: 'bars',
          name: 'By content type',
          text: `Posts, reels, stories, carousels and ads, largest first, with their share and number. ${metric === 'reach' ? 'They don’t add up to total reach: someone who saw a reel and a story counts in both, and over several days people count once per day.' : 'Percentages are of the total.'}`,
        },
      ]}
    />
  );
}
