import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import styles from './release-card.module.css';

/** Lists the reasons `ready` reports a part as failed or degraded. */
export function ProblemsCard({ problems }: { problems: readonly string[] }) {
  return (
    <Card title="Problems" tools={<Chip tone="bad">{problems.length}</Chip>}>
      <div className={styles.state}>
        {problems.map((problem) => (
          <p key={problem} className={styles.text}>
            {problem}.
          </p>
        ))}
      </div>
    </Card>
  );
}
