import type { AccountMetric } from '@tidemark/contract';
import { interactionColors, otherColor, type Slice } from '@tidemark/presentation';
import { breakdownLabels, MetricEvidence } from '#web/features/metrics/index.ts';
import { Donut } from '#web/ui/charts/donut.tsx';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './breakdown-guide.module.css';

const slice = (label: string, value: number, color: string): Slice => ({ key: label, label, value, color });
const sampleKinds = [
  slice('Likes', 66, interactionColors.likes),
  slice('Comments', 14, interactionColors.comments),
  slice('Shares', 9, interactionColors.shares),
  slice('Other', 11, otherColor),
];
const sampleDays = [3, 5, 4, 7, 6, 9].map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));
const asPercent = (value: number) => `${value}%`;

/** Explains a count's card, for networks that count by post. */
export function CountGuide({ metric }: { metric: AccountMetric }) {
  const { word } = breakdownLabels[metric];
  return (
    <Guide
      intro="Interactions are all the ways people responded to your posts: likes, comments, shares and reposts."
      action={<MetricEvidence metric={metric} />}
      sample={
        <>
          <GuidePart id="total" label={`12.4k ${word}`}>
            <span className={styles.value}>12.4k</span>
          </GuidePart>
          <GuidePart id="lines" label="Trend lines">
            <Sparkline series={sampleDays} label="Sample" color="var(--s1)" width={200} height={52} />
          </GuidePart>
          <GuidePart id="donut" label="Donut">
            <span className={styles.donut}>
              <Donut slices={sampleKinds} label="Sample" format={asPercent} size={88} />
            </span>
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'total',
          name: 'Total and change',
          text: 'The total for the range, and its change since the comparison period, which the chart shows as a dotted line.',
        },
        {
          id: 'lines',
          name: 'Trend lines',
          text: 'One line per account, with what all its posts gained on each day. A missing day is a gap; a day in progress is hatched and labelled “so far”.',
        },
        {
          id: 'donut',
          name: 'Donut',
          text: 'The split into likes, comments and shares. “Other” is the rest: reposts.',
        },
      ]}
    />
  );
}
