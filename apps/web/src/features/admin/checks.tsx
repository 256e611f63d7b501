import type { SettingCheck } from '@tidemark/contract';
import { CheckList, CheckResult } from '#web/ui/check-list.tsx';
import styles from './system.module.css';

/** Lists what another system said about settings, and what to do. */
export function Checks({ checks }: { checks: readonly SettingCheck[] }) {
  return (
    <CheckList>
      {checks.map(({ level, detail, fix }) => (
        <CheckResult key={detail} level={level}>
          {detail}.{fix && <span className={styles.fix}> {fix}</span>}
        </CheckResult>
      ))}
    </CheckList>
  );
}
