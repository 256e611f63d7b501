import type { Account } from '@tidemark/contract';
import { ChevronDown } from 'lucide-react';
import { displayName, useAccountColors, useCoveredAccounts, useNetworkAccounts } from '#web/features/accounts/index.ts';
import { plural } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Popover } from '#web/ui/popover.tsx';
import styles from './account-picker.module.css';
import { PickerSheet } from './lazy-parts.ts';

const maxAvatars = { wide: 5, compact: 2 };

/** Shows the accounts that the dashboard covers, and opens their selection. */
export function AccountPicker({ compact }: { compact: boolean }) {
  const accounts = useNetworkAccounts();
  const shown = useCoveredAccounts();
  if (accounts.length === 0) return null;
  const text = describe(shown.length, accounts.length);
  return (
    <Popover
      label="Accounts shown"
      sheetOnPhone
      trigger={(props) => (
        <button type="button" className={styles.trigger} {...props}>
          <Stack accounts={shown} most={compact ? maxAvatars.compact : maxAvatars.wide} />
          <span className={compact ? 'vh' : undefined}>{text}</span>
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    >
      {(close) => <PickerSheet count={text} close={close} />}
    </Popover>
  );
}

function describe(shown: number, all: number): string {
  if (shown === all) return all === 1 ? '1 account' : `All ${all} accounts`;
  return `${shown} of ${all} ${plural(all, 'account')}`;
}

function Stack({ accounts, most }: { accounts: readonly Account[]; most: number }) {
  const colors = useAccountColors();
  const rest = accounts.length - most;
  return (
    <span className={styles.stack}>
      {accounts.slice(0, most).map((account) => {
        const look = colors.get(account._id);
        return (
          <Avatar
            key={account._id}
            src={account.picture}
            name={displayName(account)}
            size={28}
            ring={look?.color}
            dashed={look?.dashed}
          />
        );
      })}
      {rest > 0 && (
        <span className={styles.more} aria-hidden="true">
          +{rest}
        </span>
      )}
    </span>
  );
}
