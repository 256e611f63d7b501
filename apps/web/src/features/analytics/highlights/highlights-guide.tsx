import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './highlights-guide.module.css';

export function HighlightsGuide() {
  return (
    <Guide
      intro="What was published in the range, or was seen or interacted with in it, newest first. Pick one or several to see what they brought."
      sample={
        <>
          <GuidePart id="media">
            <span className={styles.caption}>Slow Sunday bread</span>
            <span className={styles.meta}>Reel · Nov 15, 2026</span>
          </GuidePart>
          <GuidePart id="figure">
            <span className={styles.meta}>Reach</span>
            <span className={styles.value}>12.4k</span>
          </GuidePart>
          <GuidePart id="delta">
            <span className={styles.delta}>
              1.2k <span className={styles.versus}>vs prev</span>
            </span>
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'media',
          name: 'Media',
          text: 'Click to pick it, again to leave it out. The one with most interactions in the range has a pink edge. The arrow on its corner opens it on Instagram.',
        },
        {
          id: 'figure',
          name: 'Figures',
          text: 'What the picked media gained in the range, added up; of all of them while none is picked. What came before the first reading counts for the day of publishing. Whoever saw two of them is counted twice: that is the yellow dot.',
        },
        {
          id: 'delta',
          name: 'vs prev',
          text: 'The difference to what the same media gained in the same number of days just before. Less than one, or a tenth of a percentage point, is no change.',
        },
      ]}
    />
  );
}
