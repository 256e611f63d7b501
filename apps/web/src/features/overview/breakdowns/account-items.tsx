import type { TrendLine } from '@tidemark/presentation';
import { dailyMean } from '#web/features/metrics/index.ts';
import { MenuContent, MenuItem } from '#web/ui/menu.tsx';
import styles from './account-items.module.css';

interface AccountItemsProps {
  lines: readonly TrendLine[];
  /** The only account drawn; null for all. */
  picked: string | null;
  setPicked: (id: string | null) => void;
  format: (value: number) => string;
  close: () => void;
}

export function AccountItems({ lines, picked, setPicked, format, close }: AccountItemsProps) {
  return (
    <MenuContent close={close}>
      <MenuItem checked={picked === null} onSelect={() => setPicked(null)}>
        All {lines.length} accounts
      </MenuItem>
      {lines.map(({ id, name, series }) => (
        <MenuItem key={id} checked={id === picked} onSelect={() => setPicked(id)}>
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.mean}>{format(dailyMean(series) ?? 0)} a day</span>
        </MenuItem>
      ))}
    </MenuContent>
  );
}
