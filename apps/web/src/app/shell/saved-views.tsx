import { maxViewName, type SavedView } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Bookmark, Plus, Users, X } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { accountsSearch, useChosenAccounts } from '#web/features/accounts/index.ts';
import { savedViewsQuery, useDeleteView, useSaveView } from '#web/features/accounts/saved-views.query.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { plural } from '#web/platform/format.ts';
import { parseSearch } from '#web/platform/search.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Alert } from '#web/ui/alert.tsx';
import { BoxedChoice, BoxedChoices } from '#web/ui/boxed-choice.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './saved-views.module.css';

interface SavedViewsProps {
  close: () => void;
}

/** Groups of accounts that apply to the page, and saved pages with their accounts, dates and filters. */
export function SavedViews({ close }: SavedViewsProps) {
  const mayEdit = useMay('editor');
  const { data } = useQuery(savedViewsQuery);
  const [isSaving, setSaving] = useState(false);
  const remove = useDeleteView();
  // An older server does not know the call.
  if (!data || (!mayEdit && data.views.length === 0)) return null;
  return (
    <section className={styles.views} aria-label="Groups and views">
      {data.views.length > 0 && (
        <ul className={styles.list}>
          {data.views.map((view) => (
            <li key={view.id} className={styles.view}>
              <ViewLink view={view} close={close} />
              {mayEdit && (
                <IconButton label={`Delete ${view.name}`} size="small" onClick={() => remove.mutate(view.id)}>
                  <X size={14} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {isSaving ? (
        <SaveForm onDone={() => setSaving(false)} />
      ) : (
        mayEdit && (
          <Button variant="text" size="small" onClick={() => setSaving(true)}>
            <Plus size={15} aria-hidden="true" />
            Save this selection
          </Button>
        )
      )}
    </section>
  );
}

function ViewLink({ view: { name, path, search }, close }: { view: SavedView; close: () => void }) {
  const asked = parseSearch(search);
  const Icon = path === null ? Users : Bookmark;
  return (
    <Link
      to={path ?? '.'}
      search={(before: Record<string, unknown>) =>
        path === null ? { ...before, accounts: accountsSearch(asked).accounts } : asked
      }
      className={styles.link}
      onClick={close}
    >
      <Icon size={15} aria-hidden="true" />
      <span className={styles.name}>{name}</span>
    </Link>
  );
}

function SaveForm({ onDone }: { onDone: () => void }) {
  const kindName = useId();
  const { pathname, searchStr } = useRouterState({ select: ({ location }) => location });
  const chosen = useChosenAccounts();
  const [name, setName] = useState('');
  const [isGroup, setGroup] = useState(true);
  const save = useSaveView(onDone);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name.trim() === '' || save.isPending) return;
    save.mutate(
      isGroup
        ? { name, path: null, search: `accounts=${chosen.join(',')}` }
        : { name, path: pathname, search: searchStr.replace(/^\?/, '') },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      {save.error && <Alert onDismiss={save.reset}>{getServerMessage(save.error, 'Could not save it')}</Alert>}
      <TextField
        label="Name"
        value={name}
        maxCharacters={maxViewName}
        placeholder="Clients"
        required
        onChange={({ target }) => setName(target.value)}
      />
      <BoxedChoices legend="What to save">
        <BoxedChoice
          type="radio"
          name={kindName}
          label={`${chosen.length} ${plural(chosen.length, 'account')}`}
          note="for any page"
          checked={isGroup}
          disabled={chosen.length === 0}
          onChange={() => setGroup(true)}
        />
        <BoxedChoice
          type="radio"
          name={kindName}
          label="This page"
          note="with dates and filters"
          checked={!isGroup}
          onChange={() => setGroup(false)}
        />
      </BoxedChoices>
      <div className={styles.actions}>
        <Button variant="plain" size="small" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="small" busy={save.isPending} disabled={name.trim() === ''}>
          Save
        </Button>
      </div>
    </form>
  );
}
