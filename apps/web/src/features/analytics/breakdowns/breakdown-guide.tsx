import type { AccountMetric } from '@tidemark/contract';
import { Donut, type Slice } from '#web/ui/charts/donut.tsx';
import { StackedBar } from '#web/ui/charts/stacked-bar.tsx';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { dotGuideText } from '../exactness/approximation-labels.ts';
import cardStyles from '../metric-cards/metric-card.module.css';
import styles from './breakdown-card.module.css';
import { breakdownLabels } from './breakdown-labels.ts';

const slice = (label: string, value: number, color: string): Slice => ({ key: label, label, value, color });
const sampleKinds: Record<AccountMetric, Slice[]> = {
  views: [slice('Followers', 38, 'var(--n1)'), slice('Non-followers', 62, 'var(--n2)')],
  reach: [slice('Followers', 54, 'var(--n1)'), slice('Non-followers', 46, 'var(--n2)')],
  total_interactions: [
    slice('Likes', 66, 'var(--e1)'),
    slice('Comments', 11, 'var(--e2)'),
    slice('Saves', 9, 'var(--e3)'),
    slice('Shares', 7, 'var(--e4)'),
    slice('Other', 7, 'var(--n5)'),
  ],
};
const sampleSurfaces = [
  slice('Posts', 30, 'var(--n1)'),
  slice('Reels', 52, 'var(--n2)'),
  slice('Stories', 18, 'var(--n3)'),
];
const sampleDays = [3, 5, 4, 7, 6, 9].map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));
const asPercent = (value: number) => `${value}%`;

export function BreakdownGuide({ metric }: { metric: AccountMetric }) {
  const { word, guide } = breakdownLabels[metric];
  return (
    <Guide
      intro={guide.intro}
      sample={
        <>
          <GuidePart id="donut" label="12.4k in a donut">
            <span className={styles.sampleDonut}>
              <Donut slices={sampleKinds[metric]} label="Sample" format={asPercent} size={104}>
                <span className={styles.total}>12.4k</span>
              </Donut>
            </span>
          </GuidePart>
          <GuidePart id="approximate" label={`${word}, approximate`}>
            <span className={styles.word}>
              {word} <span className={cardStyles.dot} />
            </span>
          </GuidePart>
          <GuidePart id="bars" label="By content type">
            <StackedBar slices={sampleSurfaces} label="Sample" format={asPercent} />
          </GuidePart>
          <GuidePart id="lines" label="Trend lines">
            <Sparkline series={sampleDays} label="Sample" color="var(--s1)" width={220} height={52} />
          </GuidePart>
        </>
      }
      parts={[
        { id: 'donut', name: 'Donut', text: `The total for the range is in the middle. ${guide.donut}` },
        { id: 'approximate', name: 'Yellow dot', text: dotGuideText },
        {
          id: 'bars',
          name: 'By content type',
          text: `Posts, reels, stories, carousels and ads as segments of the bar; each is at least 5% wide so it stays visible. ${metric === 'reach' ? 'The segments don’t add up to total reach: someone who saw a reel and a story counts in both, and over several days people count once per day.' : 'Percentages are of the total.'}`,
        },
        {
          id: 'lines',
          name: 'Trend lines',
          text: 'One line per account, with its picture at the end and one point per day. A missing day is a gap; a day in progress is hatched and labelled “so far”. Days follow Instagram’s day boundaries. With more than eight accounts the scale is logarithmic at first, and a list with each account’s daily average lets you select one.',
        },
      ]}
    />
  );
}
