import { X } from 'lucide-react';
import { useCoveredAccounts } from '#web/features/accounts/index.ts';
import { dateLabel } from '#web/platform/format.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { remember, useStored } from '#web/ui/stored.ts';
import styles from './banner.module.css';

const key = 'tidemark-correction-seen';

/** Explains once why earlier numbers changed: an upgrade moved them to the days they belong to. */
export function CorrectionBanner() {
  const seen = useStored(key) ?? '';
  const latest = useCoveredAccounts()
    .flatMap(({ correctedAt }) => correctedAt ?? [])
    .toSorted()
    .at(-1);
  if (latest === undefined || latest <= seen) return null;
  return (
    <div className={styles.banner} role="note">
      <p>
        <strong>Some earlier numbers moved by a day.</strong> Until {dateLabel(latest)}, daily reach, new followers and
        online hours were stored one day early. They are now on the right days.
      </p>
      <IconButton label="Hide this note" size="small" tooltip={false} onClick={() => remember(key, latest)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
