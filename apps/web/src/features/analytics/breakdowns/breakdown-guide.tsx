import type { AccountMetric } from '@tidemark/contract';
import { Donut, type Slice } from '#web/ui/charts/donut.tsx';
import { StackedBar } from '#web/ui/charts/stacked-bar.tsx';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { approximateText } from '../metric-cards/card-texts.ts';
import cardStyles from '../metric-cards/metric-card.module.css';
import styles from './breakdown-card.module.css';
import { breakdownTexts } from './breakdown-texts.ts';

const slice = (label: string, value: number, color: string): Slice => ({ key: label, label, value, color });
const sampleKinds: Record<AccountMetric, Slice[]> = {
  views: [slice('Followers', 38, 'var(--n1)'), slice('Non-followers', 62, 'var(--n2)')],
  reach: [slice('Followers', 54, 'var(--n1)'), slice('Non-followers', 46, 'var(--n2)')],
  total_interactions: [
    slice('Likes', 71, 'var(--e1)'),
    slice('Comments', 12, 'var(--e2)'),
    slice('Saves', 9, 'var(--e3)'),
    slice('Shares', 8, 'var(--e4)'),
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
  const { word, guide } = breakdownTexts[metric];
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
        { id: 'donut', name: 'Donut', text: `The total of the range in the middle. ${guide.donut}` },
        { id: 'approximate', name: 'Yellow dot', text: approximateText },
        {
          id: 'bars',
          name: 'By content type',
          text: 'Posts, reels, stories and carousels as parts of the bar. The smallest part is drawn 5 % wide, so that it can be seen.',
        },
        {
          id: 'lines',
          name: 'Trend lines',
          text: 'Day by day, a line for each account in its colour, its picture at the end. A day that is not stored is a gap. Days are the days of Instagram.',
        },
      ]}
    />
  );
}
