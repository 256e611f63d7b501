import { AccountChoice } from './account-choice.tsx';
import styles from './picker-sheet.module.css';

export function PickerSheet({ count, close }: { count: string; close: () => void }) {
  return (
    <div className={styles.choice}>
      <p className={styles.count}>{count}</p>
      <AccountChoice toggles onOpen={close} />
    </div>
  );
}
