import { PostsEvidence } from '#web/features/metrics/index.ts';
import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './posts-grid.module.css';

const sampleDays = [2, 3, 6, 4, 7].map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));

export function PostsGuide() {
  return (
    <Guide
      intro="Every post, reel, carousel and story of the selected accounts with lifetime totals and dates in your time zone. For results in this range, see Recent media."
      action={<PostsEvidence metrics={['reach', 'engagement_rate', 'views', 'total_interactions']} />}
      sample={
        <>
          <GuidePart id="mode" label="Combined, Published, Active">
            Combined · Published · Active
          </GuidePart>
          <GuidePart id="selection" label="3 posts selected">
            3 posts selected
          </GuidePart>
          <GuidePart id="reach" label="Reach 12,345, rising">
            <span className={styles.reach}>
              <span className={styles.figure}>12,345</span>
              <Sparkline series={sampleDays} label="Sample" color="var(--up)" width={80} />
            </span>
          </GuidePart>
          <GuidePart id="rate" label="Engagement rate 4.3%">
            <span className={styles.figure} data-rate="good">
              4.3%
            </span>
          </GuidePart>
          <GuidePart id="virality" label="Virality score 31.4">
            <span className={styles.virality}>
              <span className={styles.figure}>31.4</span>
              <span className={styles.viralityTrack}>
                <span style={{ width: '50%' }} />
              </span>
            </span>
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'mode',
          name: 'What is listed',
          text: 'Published: published in the range. Active: seen or interacted with in the range. Combined: either.',
        },
        {
          id: 'selection',
          name: 'Selection',
          text: 'With a manual label, you can select posts and label them together: Shift selects a range, the box in the header the whole page. The selection is kept across pages.',
        },
        {
          id: 'reach',
          name: 'Reach',
          text: 'Accounts that have seen the post since it was published. The line is its reach per day in this range, dotted for a day in progress; green means the second half brought more than the first. Numbers are organic; where ads or Facebook add views, likes or comments, the tooltip shows both.',
        },
        { id: 'rate', name: 'ER', text: 'Engagement rate = total interactions / reach × 100.' },
        {
          id: 'virality',
          name: 'Virality score',
          text: 'From 0 to 100, weighted 40% share rate, 30% save rate, 20% comment rate and 10% new followers per reach. The bar compares it with the best on this page.',
        },
      ]}
    />
  );
}
