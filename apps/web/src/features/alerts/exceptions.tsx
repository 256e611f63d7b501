import { type Account, accountAlertKinds, type AlertException, type AlertSettings } from '@tidemark/contract';
import { X } from 'lucide-react';
import { useState } from 'react';
import { displayName } from '#web/features/accounts/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Select } from '#web/ui/select.tsx';
import { changeException, changeKind, describeException, differs, toException } from './alert-choices.ts';
import { KindMatrix } from './kind-matrix.tsx';
import styles from './alerts.module.css';

interface ExceptionsProps {
  accounts: readonly Account[];
  settings: AlertSettings;
  onChange: (settings: AlertSettings) => void;
}

/** Accounts with another choice, one row each. */
export function Exceptions({ accounts, settings, onChange }: ExceptionsProps) {
  const { all, exceptions } = settings;
  const [edited, setEdited] = useState<AlertException | null>(null);
  const others = accounts.filter(({ _id }) => !exceptions.some(({ accountId }) => accountId === _id));
  const [firstOther] = others;
  return (
    <div className={styles.exceptions}>
      <h3>Exceptions</h3>
      {exceptions.length > 0 && (
        <RowList>
          {exceptions.map((exception) => {
            const account = accounts.find(({ _id }) => _id === exception.accountId);
            const name = account ? displayName(account) : exception.accountId;
            return (
              <Row
                key={exception.accountId}
                headingLevel={3}
                name={<bdi>{name}</bdi>}
                notes={[describeException(all, exception)]}
              >
                <Button size="small" aria-label={`Change ${name}`} onClick={() => setEdited(exception)}>
                  Change
                </Button>
                <IconButton
                  size="small"
                  label={`Remove the exception for ${name}`}
                  onClick={() =>
                    onChange({
                      all,
                      exceptions: exceptions.filter(({ accountId }) => accountId !== exception.accountId),
                    })
                  }
                >
                  <X size={16} aria-hidden="true" />
                </IconButton>
              </Row>
            );
          })}
        </RowList>
      )}
      {exceptions.length === 0 && <p className={styles.note}>All accounts have the same alerts.</p>}
      {firstOther && (
        <Button size="small" onClick={() => setEdited(toException(all, firstOther._id))}>
          Add an exception
        </Button>
      )}
      {edited && (
        <ExceptionDialog
          accounts={exceptions.some(({ accountId }) => accountId === edited.accountId) ? accounts : others}
          isNew={!exceptions.some(({ accountId }) => accountId === edited.accountId)}
          settings={settings}
          initial={edited}
          onSave={(exception) => {
            onChange(changeException(settings, exception));
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}

interface ExceptionDialogProps {
  /** Accounts to choose from. */
  accounts: readonly Account[];
  isNew: boolean;
  settings: AlertSettings;
  initial: AlertException;
  onSave: (exception: AlertException) => void;
  onClose: () => void;
}

function ExceptionDialog({ accounts, isNew, settings, initial, onSave, onClose }: ExceptionDialogProps) {
  const [draft, setDraft] = useState(initial);
  const account = accounts.find(({ _id }) => _id === draft.accountId);
  const isSame = !differs(settings.all, draft);
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Add an exception' : <bdi>{account && displayName(account)}</bdi>}
      footer={
        <DialogActions disabled={isNew && isSame} onCancel={onClose} onClick={() => onSave(draft)}>
          {!isNew && isSame ? 'Remove exception' : 'Save'}
        </DialogActions>
      }
    >
      <div className={styles.settings}>
        {isNew && (
          <Select
            label="Account"
            value={draft.accountId}
            onChange={({ target }) => setDraft({ ...draft, accountId: target.value })}
          >
            {accounts.map((one) => (
              <option key={one._id} value={one._id}>
                {displayName(one)}
              </option>
            ))}
          </Select>
        )}
        <KindMatrix
          label="Alerts for this account"
          kinds={accountAlertKinds}
          choice={draft}
          onChange={(change) => setDraft({ ...draft, ...changeKind(draft, change) })}
        />
        <p className={styles.note} role="status">
          {isSame
            ? 'The same as for all accounts. Change what should differ.'
            : `Differs: ${describeException(settings.all, draft)}.`}
        </p>
      </div>
    </Dialog>
  );
}
