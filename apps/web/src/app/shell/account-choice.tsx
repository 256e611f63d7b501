import type { Account } from '@tidemark/contract';
import { Search } from 'lucide-react';
import { useState } from 'react';
import {
  findAccounts,
  mostFollowed,
  useNetworkAccounts,
  useShowAccounts,
  useChosenAccounts,
} from '#web/features/accounts/index.ts';
import fieldBox from '#web/ui/field-box.module.css';
import { useRovingFocus } from '#web/ui/use-roving-focus.ts';
import styles from './account-choice.module.css';
import { AccountRow } from './account-row.tsx';

const searchFrom = 8;
const topCount = 5;

interface AccountChoiceProps {
  /** True if a row turns its account on or off, false if it links to the account's page. */
  toggles: boolean;
  onOpen?: () => void;
}

/** The account list in panel, header and dock, usable with one account and with a hundred. */
export function AccountChoice({ toggles, onOpen }: AccountChoiceProps) {
  const accounts = useNetworkAccounts();
  const [query, setQuery] = useState('');
  const rows = useRovingFocus<HTMLDivElement>();
  const isLong = accounts.length >= searchFrom;
  const found = isLong ? findAccounts(accounts, query) : accounts;
  return (
    <div className={styles.choice}>
      {isLong && (
        <label className={`${fieldBox.box} ${styles.search}`}>
          <Search size={15} aria-hidden="true" />
          <input
            type="search"
            aria-label="Search accounts"
            placeholder="Search accounts"
            className={fieldBox.input}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
      )}
      {toggles && accounts.length > 2 && <QuickChoices accounts={accounts} offersTop={isLong} />}
      {found.length === 0 && accounts.length > 0 && <p className={styles.none}>No account matches “{query.trim()}”.</p>}
      <div {...rows} role="grid" aria-label="Accounts" className={styles.rows}>
        {found.map((account) => (
          <AccountRow key={account._id} account={account} toggles={toggles} onOpen={onOpen} />
        ))}
      </div>
    </div>
  );
}

function QuickChoices({ accounts, offersTop }: { accounts: readonly Account[]; offersTop: boolean }) {
  const shown = useChosenAccounts();
  const show = useShowAccounts();
  const toolbar = useRovingFocus<HTMLDivElement>();
  const choices = [
    { label: 'All', ids: accounts.map(({ _id }) => _id) },
    { label: 'None', ids: [] },
    ...(offersTop ? [{ label: `Top ${topCount} by followers`, ids: mostFollowed(accounts, topCount) }] : []),
  ];
  return (
    <div {...toolbar} role="toolbar" aria-label="Select accounts" className={styles.quick}>
      {choices.map(({ label, ids }) => (
        <button
          key={label}
          type="button"
          data-roving
          className={styles.quickChoice}
          aria-pressed={ids.length === shown.length && ids.every((id) => shown.includes(id))}
          onClick={() => show(ids)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
