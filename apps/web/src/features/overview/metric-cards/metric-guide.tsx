import { dotGuideText } from '@tidemark/presentation';
import { TrendingUp } from 'lucide-react';
import {
  cardLabels,
  type SmallCard,
  dotClass,
  MetricEvidence,
  PostsEvidence,
  trendClass,
} from '#web/features/metrics/index.ts';
import { LevelLine } from '#web/ui/charts/level-line.tsx';
import { TrendBars } from '#web/ui/charts/trend-bars.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { guideCopy } from './guide-copy.ts';
import card from './metric-card.module.css';
import styles from './metric-guide.module.css';

const sampleDays = [4, 6, 5, 7, 6, 8, 11].map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));

export function MetricGuide({ metric }: { metric: SmallCard }) {
  const { title, format } = cardLabels[metric];
  const { definition, example, bars } = guideCopy[metric];
  return (
    <Guide
      intro={definition}
      action={
        metric === 'post-activity' ? <PostsEvidence metrics={['published']} /> : <MetricEvidence metric={metric} />
      }
      sample={
        <>
          <GuidePart id="title" label={title}>
            <span className={card.title}>{title}</span>
          </GuidePart>
          <div className={styles.row}>
            <GuidePart id="value" label={format(example)}>
              <span className={card.value}>{format(example)}</span>
            </GuidePart>
            <GuidePart id="approximate" label="Approximate">
              <span className={dotClass} style={{ display: 'block' }} />
            </GuidePart>
            <GuidePart id="trend" label="up 12.5%">
              <span className={trendClass} data-direction="up">
                <TrendingUp size={14} aria-hidden="true" />
                12.5%
              </span>
            </GuidePart>
          </div>
          <GuidePart id="days" label="Days">
            {metric === 'followers' ? (
              <LevelLine series={sampleDays} label="Sample" format={String} height={30} />
            ) : (
              <TrendBars series={sampleDays} label="Sample" format={String} height={30} />
            )}
          </GuidePart>
          <GuidePart id="bar" label="Trend bar">
            <span className={card.track} data-direction="up" style={{ display: 'block', marginTop: 0 }}>
              <span data-bar style={{ width: '42%' }} />
            </span>
          </GuidePart>
        </>
      }
      parts={[
        { id: 'title', name: 'What is counted', text: guideCopy[metric].counted },
        { id: 'value', name: 'Value', text: guideCopy[metric].figure },
        { id: 'approximate', name: 'Yellow dot', text: dotGuideText },
        {
          id: 'trend',
          name: 'Trend',
          text: 'The percentage change since the comparison period: the previous one unless the date range says otherwise. A day in progress is excluded from both periods; the tooltip shows both values and how many days were compared. A dash means there is nothing to compare with.',
        },
        {
          id: 'days',
          name: 'Days',
          text: `${bars} Point at a day, or use the arrow keys, for its value and events; click or press Enter to see its posts.`,
        },
        {
          id: 'bar',
          name: 'Trend bar',
          text: 'The coloured part is the size of the change. A rise grows in green from the left; a fall shortens the pale bar and leaves its size in red on the right; full and grey means no change.',
        },
      ]}
    />
  );
}
