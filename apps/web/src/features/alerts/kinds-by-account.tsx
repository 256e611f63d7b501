import { type Account, accountAlertKinds, type AccountAlertKind } from '@tidemark/contract';
import { displayName } from '#web/features/accounts/index.ts';
import { kindLabels } from './alert-labels.ts';
import styles from './alerts.module.css';

interface KindsByAccountProps {
  accounts: readonly Account[];
  kindsOf: (accountId: string) => readonly AccountAlertKind[];
  onChange: (accountId: string, kind: AccountAlertKind, on: boolean) => void;
}

/** A table with one row for each account, for exceptions from the switches. */
export function KindsByAccount({ accounts, kindsOf, onChange }: KindsByAccountProps) {
  return (
    <div className={styles.scroller}>
      <table className={styles.matrix} aria-label="Alerts by account">
        <thead>
          <tr>
            <th scope="col">Account</th>
            {accountAlertKinds.map((kind) => (
              <th key={kind} scope="col">
                {kindLabels[kind]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account._id}>
              <th scope="row">
                <bdi>{displayName(account)}</bdi>
              </th>
              {accountAlertKinds.map((kind) => (
                <td key={kind}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${kindLabels[kind]} of ${displayName(account)}`}
                      checked={kindsOf(account._id).includes(kind)}
                      onChange={({ target }) => onChange(account._id, kind, target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
