import { bestTimeWeeks } from '@tidemark/contract';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './best-time-page.module.css';

export function BestTimeGuide() {
  return (
    <Guide
      intro={`How posts of the last ${bestTimeWeeks} weeks did, by weekday and hour of publishing. Stories are left out, and so are posts of the last 48 hours.`}
      sample={
        <>
          <GuidePart id="effect" label="+32">
            <span className={styles.sampleCell}>+32</span>
          </GuidePart>
          <GuidePart id="basis" label="90 measured, 41 estimated">
            <span className={styles.basis}>90 measured, 41 estimated</span>
          </GuidePart>
          <GuidePart id="blank" label="Blank">
            <span className={styles.sampleBlank} />
          </GuidePart>
          <GuidePart id="interval" label="+12% to +55%">
            <span className={styles.basis}>+12% to +55%</span>
          </GuidePart>
        </>
      }
      parts={[
        {
          id: 'effect',
          name: 'Effect',
          text: 'Interactions in the first 48 hours compared with the average post, in percent. Differences between formats and the growth of the account are taken out first, and a single viral post counts no more than a very good one. Hours share strength: the neighbours of a good hour are expected to be good as well, and so are hours with many followers online, until posts show otherwise.',
        },
        {
          id: 'basis',
          name: 'Measured and estimated',
          text: 'Posts since the account was linked are measured several times in their first days; their interactions at 48 hours are measured, or lie between two measurements. For older posts, only a later total is known: what posts of the account and the format usually gain after 48 hours is taken off, and they are compared with one another. The numbers of both are at the top.',
        },
        {
          id: 'blank',
          name: 'Blank hours',
          text: 'Fewer than four posts speak for this hour: those published in it, and those of similar hours by their similarity.',
        },
        {
          id: 'interval',
          name: '80% interval',
          text: 'In four of five cases, the true effect lies in it. An hour is suggested only if its whole interval is at least 3% above the average.',
        },
      ]}
    />
  );
}
