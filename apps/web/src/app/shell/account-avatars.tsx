import type { Account } from '@tidemark/contract';
import { ChevronDown } from 'lucide-react';
import {
  displayName,
  useAccountColors,
  useNetworkAccounts,
  useShowAllAccounts,
  useShownAccounts,
  useToggleAccount,
} from '#web/features/accounts/index.ts';
import { plural } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Switch } from '#web/ui/switch.tsx';
import styles from './account-avatars.module.css';

const most = 5;

/** The accounts that the page covers; on `/` it opens the account selection. */
export function AccountAvatars({ only }: { only?: Account | undefined }) {
  const accounts = useNetworkAccounts();
  const shownIds = useShownAccounts();
  const shown = only ? [only] : accounts.filter(({ _id }) => shownIds.includes(_id));
  if (accounts.length === 0) return null;
  if (only) {
    return (
      <div className={styles.row}>
        <Stack accounts={shown} />
        <span className={styles.words}>@{only.username}</span>
      </div>
    );
  }
  return (
    <Popover
      label="Accounts shown"
      sheetOnPhone
      trigger={(props) => (
        <button type="button" className={styles.row} {...props}>
          <Stack accounts={shown} />
          <span className={styles.words}>{describe(shown.length, accounts.length)}</span>
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    >
      {() => <Choice accounts={accounts} shown={shownIds} />}
    </Popover>
  );
}

function describe(shown: number, all: number): string {
  if (shown === all) return all === 1 ? '1 account' : 'All accounts';
  return `${shown} of ${all} ${plural(all, 'account')}`;
}

function Stack({ accounts }: { accounts: readonly Account[] }) {
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
      {rest > 0 && <span className={styles.more}>+{rest}</span>}
    </span>
  );
}

function Choice({ accounts, shown }: { accounts: readonly Account[]; shown: readonly string[] }) {
  const colors = useAccountColors();
  const toggle = useToggleAccount();
  const showAll = useShowAllAccounts();
  return (
    <ul className={styles.choice}>
      {accounts.length > 2 && (
        <li>
          <Button size="small" disabled={shown.length === accounts.length} onClick={showAll}>
            Show all
          </Button>
        </li>
      )}
      {accounts.map((account) => {
        const name = displayName(account);
        const look = colors.get(account._id);
        return (
          <li key={account._id}>
            <Avatar src={account.picture} name={name} size={28} ring={look?.color} dashed={look?.dashed} />
            <span className={styles.name}>{name}</span>
            <Switch label={name} on={shown.includes(account._id)} onChange={() => toggle(account._id)} />
          </li>
        );
      })}
    </ul>
  );
}
