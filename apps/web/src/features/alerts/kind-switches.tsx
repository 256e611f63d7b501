import { accountAlertKinds, type AccountAlertKind } from '@tidemark/contract';
import { Switch } from '#web/ui/switch.tsx';
import { kindLabels, kindNotes } from './alert-labels.ts';
import styles from './alerts.module.css';

interface KindSwitchesProps {
  accounts: number;
  /** Returns the number of accounts with the kind. */
  countWith: (kind: AccountAlertKind) => number;
  /** Turns a kind on or off for all accounts. */
  onChange: (kind: AccountAlertKind, on: boolean) => void;
}

/** One switch for each kind of alert, for all accounts at once. */
export function KindSwitches({ accounts, countWith, onChange }: KindSwitchesProps) {
  return (
    <ul className={styles.kinds}>
      {accountAlertKinds.map((kind) => {
        const count = countWith(kind);
        const isMixed = count > 0 && count < accounts;
        return (
          <li key={kind}>
            <div className={styles.words}>
              <p className={styles.kindName}>
                {kindLabels[kind]}
                {isMixed && (
                  <span className={styles.mixed}>
                    {' '}
                    {count} of {accounts} accounts
                  </span>
                )}
              </p>
              <p className={styles.note}>{kindNotes[kind]}</p>
            </div>
            <Switch
              label={isMixed ? `${kindLabels[kind]}, ${count} of ${accounts} accounts` : kindLabels[kind]}
              on={count === accounts && accounts > 0}
              onChange={(on) => onChange(kind, on)}
            />
          </li>
        );
      })}
    </ul>
  );
}
