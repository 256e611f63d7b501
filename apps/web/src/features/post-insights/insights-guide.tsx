import { Guide, GuidePart } from '#web/ui/guide.tsx';
import { guideCopy, type InsightsPanel } from './guide-copy.ts';
import styles from './post-insights.module.css';

export function InsightsGuide({ panel }: { panel: InsightsPanel }) {
  const { intro, parts } = guideCopy[panel];
  return (
    <Guide
      intro={intro}
      sample={parts.map(({ id, name, sample }) => (
        <GuidePart key={id} id={id} label={`${name}: ${sample}`}>
          <span className={styles.sampleName}>{name}</span>
          <span className={styles.sample}>{sample}</span>
        </GuidePart>
      ))}
      parts={parts}
    />
  );
}
