import { Sparkline } from '#web/ui/charts/sparkline.tsx';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './posts-grid.module.css';

const sampleDays = [2, 3, 6, 4, 7].map((value, index) => ({ date: `2026-01-0${index + 1}`, value }));

export function PostsGuide() {
  return (
    <Guide
      intro="Every post, reel, carousel and story of the chosen accounts with the figures that Instagram gives of it."
      sample={
        <>
          <GuidePart id="mode" label="Combined, Published, Active">
            Combined · Published · Active
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
          text: 'Published: what went out in the range. Active: what was seen or interacted with in it. Combined: either.',
        },
        {
          id: 'reach',
          name: 'Reach',
          text: 'Accounts that saw the post, since it was published. The line is what it gained day by day in the range; green means that the second half brought more than the first.',
        },
        { id: 'rate', name: 'ER', text: 'Engagement rate = its total interactions / its reach × 100.' },
        {
          id: 'virality',
          name: 'Virality score',
          text: 'From 0 to 100: its share rate weighs 40 %, save rate 30 %, comment rate 20 %, and new followers for its reach 10 %. The bar compares with the best of this page.',
        },
      ]}
    />
  );
}
