import { lazyPart } from '#web/ui/lazy-part.tsx';
import { AccountChoice } from './account-choice.tsx';
import styles from './picker-sheet.module.css';

const SavedViews = lazyPart(async () => (await import('./saved-views.tsx')).SavedViews);

export function PickerSheet({ count, close }: { count: string; close: () => void }) {
  return (
    <div className={styles.choice}>
      <p className={styles.count}>{count}</p>
      <AccountChoice toggles onOpen={close} />
      <SavedViews close={close} />
    </div>
  );
}
