import type { Account, PeerComparison } from '@tidemark/contract';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { usageText } from './peer-labels.ts';
import styles from './peers-page.module.css';
import { useAddPeer } from './peers.query.ts';

interface AddPeerFormProps {
  account: Account;
  comparison: Pick<PeerComparison, 'used' | 'limit' | 'requestsPerDay'>;
}

/** Adds a peer by its username; at the limit, offers alternatives. */
export function AddPeerForm({ account, comparison }: AddPeerFormProps) {
  const [username, setUsername] = useState('');
  // Keeps the next username, if typed meanwhile.
  const add = useAddPeer({ onDone: (asked) => setUsername((typed) => (typed.trim() === asked ? '' : typed)) });
  const { used, limit } = comparison;

  if (used >= limit)
    return (
      <p className={styles.limit}>
        <span>{limitText(comparison)}</span>
        <Link to="/subscription" className={buttonClass('soft', 'small')}>
          Compare plans
        </Link>
      </p>
    );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (username.trim()) add.mutate({ accountId: account._id, username: username.trim() });
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="Username or profile URL"
        name="peer"
        value={username}
        placeholder="@username"
        maxLength={200}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={add.isError ? getServerMessage(add.error, 'Could not add the peer. Try again in a moment.') : null}
        hint={usageText(comparison)}
        onChange={({ target }) => {
          setUsername(target.value);
          add.reset();
        }}
      />
      <Button
        type="submit"
        variant="primary"
        className={styles.submit}
        disabled={!username.trim()}
        busy={add.isPending}
        busyLabel="Checking…"
      >
        Add peer
      </Button>
    </form>
  );
}

function limitText({ used, limit }: Pick<PeerComparison, 'used' | 'limit'>): string {
  if (limit > 0) return `You’ve reached your plan’s limit of ${limit} peers. Remove one, or choose a larger plan.`;
  if (used === 0) return 'Your plan doesn’t include peers.';
  return 'Your plan doesn’t include peers, so yours are no longer measured. Their history is kept, and continues once a plan includes peers.';
}
