import { initializationTasks, type Account, type ConnectionAccount, type InitializationTask } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Check, CircleDashed } from 'lucide-react';
import { describeTask, useAccounts, useSyncState } from '#web/features/accounts/index.ts';
import { connectionAccountsQuery } from '#web/features/connections/index.ts';
import { plural, wholeNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card } from '#web/ui/card.tsx';
import styles from './welcome-preview.module.css';

const parts: Record<InitializationTask, string> = {
  account_details: 'Account details',
  follower_demographics: 'Who follows you',
  audience_demographics: 'Who engages',
  media_history: 'Posts',
  insights: 'Views, reach, interactions',
  stories: 'Stories',
};

/** Previews the dashboard, filled with the data known so far. */
export function WelcomePreview({ isConnected }: { isConnected: boolean }) {
  const { accounts: linked } = useAccounts();
  const { data: listed = [] } = useQuery({ ...connectionAccountsQuery, enabled: isConnected });
  const [first] = linked;
  return (
    <Card title="Your dashboard" sub={describe(linked, listed.length)} className={styles.preview}>
      <Totals accounts={linked.length > 0 ? linked.map(toCounts) : listed} />
      <ul className={styles.parts}>
        {initializationTasks.map((task) =>
          first ? <SyncedPart key={task} account={first} task={task} /> : <Part key={task} name={parts[task]} />,
        )}
      </ul>
    </Card>
  );
}

function describe(linked: readonly Account[], listed: number): string {
  if (linked.length > 0)
    return linked.some(({ lastSyncAt }) => lastSyncAt)
      ? 'The first sync is complete.'
      : 'Fills up during the first sync.';
  if (listed > 0) return `Your login gives access to ${listed} ${plural(listed, 'account')}.`;
  return 'What you will see for each account.';
}

type Counts = Pick<ConnectionAccount, 'id' | 'name' | 'username' | 'profile_picture_url' | 'followers_count'>;

function toCounts({ _id, username, picture, metadata }: Account): Counts {
  return {
    id: _id,
    username,
    name: metadata.name,
    profile_picture_url: picture,
    followers_count: metadata.followersCount,
  };
}

const maxAvatars = 6;

function Totals({ accounts }: { accounts: readonly Counts[] }) {
  const followers = accounts.reduce((sum, { followers_count: count }) => sum + (count ?? 0), 0);
  return (
    <div>
      <p className={styles.value}>{accounts.length > 0 ? wholeNumber(followers) : '—'}</p>
      <p className={styles.label}>Followers</p>
      <div className={styles.avatars}>
        {accounts.slice(0, maxAvatars).map(({ id, name, username, profile_picture_url: picture }) => (
          <Avatar key={id} src={picture} name={name || username} size={32} />
        ))}
      </div>
    </div>
  );
}

function SyncedPart({ account, task }: { account: Account; task: InitializationTask }) {
  const state = useSyncState(account._id, true)?.initialization.tasks[task];
  const isDone = state?.status === 'completed' || (account.lastSyncAt !== null && !account.syncRunning);
  const now = state?.status === 'in_progress' ? describeTask({ name: task, state }) : null;
  return <Part name={parts[task]} isDone={isDone} now={now} />;
}

function Part({ name, isDone = false, now = null }: { name: string; isDone?: boolean; now?: string | null }) {
  return (
    <li className={styles.part} data-done={isDone || undefined}>
      <span>
        {name}
        {now && <small className="num">{now}</small>}
      </span>
      {isDone ? (
        <>
          <Check size={17} aria-hidden="true" />
          <span className="vh">(synced)</span>
        </>
      ) : (
        <CircleDashed size={17} aria-hidden="true" />
      )}
    </li>
  );
}
