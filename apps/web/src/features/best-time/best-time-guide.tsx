import { bestTimeWeeks } from '@tidemark/contract';
import { Guide, GuidePart } from '#web/ui/guide.tsx';
import styles from './best-time-page.module.css';

export function BestTimeGuide() {
  return (
    <Guide
      intro={`How posts of the last ${bestTimeWeeks} weeks did, by weekday and hour of publishing. Excludes stories and posts of the last 48 hours.`}
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
          text: 'Interactions in the first 48 hours compared with the average post, in percent, adjusted for format and account growth. A viral post counts no more than a very good one. Hours next to a good hour, and hours with many followers online, are expected to be good too until posts show otherwise.',
        },
        {
          id: 'basis',
          name: 'Measured and estimated',
          text: 'Posts published since the account was linked are measured several times in their first days, so their interactions at 48 hours are measured, or lie between two measurements. For older posts, only a later total is known: the account’s usual gain after 48 hours is subtracted by format, and they are compared with one another. The counts of both are at the top.',
        },
        {
          id: 'blank',
          name: 'Blank hours',
          text: 'Fewer than four posts support this hour, counting posts of similar hours in part.',
        },
        {
          id: 'interval',
          name: '80% interval',
          text: 'In four of five cases, it contains the true effect. An hour is suggested only if its whole interval is at least 3% above the average.',
        },
      ]}
    />
  );
}
