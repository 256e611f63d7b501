import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { ApiKeysPanel } from '#web/features/api-keys/index.ts';
import { OfflineCard, SessionsCard } from '#web/features/auth/index.ts';
import { AccountConnectionsCard } from '#web/features/connections/index.ts';
import { CredentialsCard } from '#web/features/credentials/index.ts';
import { ProfileColumn, ProfileInformation, YourData } from '#web/features/profile/index.ts';
import { profileSearch, type ProfileTab, profileTabs } from '#web/features/profile/profile-search.ts';
import { useConfig } from '#web/platform/config.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { useMay, useWorkspaces } from '#web/platform/session/workspace.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { TabList, type Tab } from '#web/ui/tabs.tsx';
import { PlanNotice } from './plan-notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './pages.module.css';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const AlertsPanel = lazyComponent(async () => (await import('#web/features/alerts/index.ts')).AlertsPanel);
const NotificationsPanel = lazyComponent(
  async () => (await import('#web/features/digests/index.ts')).NotificationsPanel,
);
const TeamPanel = lazyComponent(async () => (await import('#web/features/workspaces/team-panel.tsx')).default);
const ShareLinksPanel = lazyComponent(async () => (await import('#web/features/shares/share-links-panel.tsx')).default);

type TabId = ProfileTab | 'overview' | 'activity';

const panels: Record<ProfileTab, { label: string; Panel: ComponentType }> = {
  'your-data': { label: 'Your Data', Panel: YourData },
  'sign-in': { label: 'Sign-in', Panel: SignIn },
  team: { label: 'Team', Panel: Team },
  notifications: { label: 'Notifications', Panel: Notifications },
  sharing: { label: 'Sharing', Panel: ShareLinksPanel },
  api: { label: 'API', Panel: ApiKeysPanel },
};
const tabs: readonly Tab<TabId>[] = [
  { id: 'overview', label: 'Overview' },
  {
    id: 'activity',
    label: (
      <>
        Activity <Chip>Coming soon</Chip>
      </>
    ),
    disabled: true,
  },
  ...profileTabs.map((id) => ({ id, label: panels[id].label })),
];
const toTabElement = (id: TabId) => `profile-tab-${id}`;
const panelElement = 'profile-panel';

export function ProfilePage() {
  const { tab: chosen } = useProfileSearch();
  const navigate = useNavigate();
  const mayEdit = useMay('editor');
  const { sendsMail } = useConfig();
  // A member without the right to change alerts chooses only their own mail there.
  const closed: TabId[] = mayEdit ? [] : sendsMail ? ['sharing'] : ['notifications', 'sharing'];
  const open = chosen && !closed.includes(chosen) ? chosen : undefined;
  const shown: TabId = open ?? 'overview';
  const { Panel } = open ? panels[open] : { Panel: Overview };

  return (
    <div className={styles.profile}>
      <ProfileColumn />
      <div className={styles.side}>
        <PlanNotice />
        <TabList
          label="Profile"
          tabs={tabs.filter(({ id }) => !closed.includes(id))}
          selected={shown}
          onSelect={(tab) =>
            void navigate({
              to: '/profile',
              search: tab === 'overview' || tab === 'activity' ? {} : { tab },
              replace: true,
            })
          }
          tabId={toTabElement}
          panelId={() => panelElement}
          className={styles.tabs}
          tabClassName={styles.tab}
        />
        <div id={panelElement} role="tabpanel" aria-labelledby={toTabElement(shown)} className={styles.panel}>
          <Panel />
        </div>
      </div>
    </div>
  );
}

/** The router hands on what the page's parser drops. */
const useProfileSearch = () => profileSearch(useSearch({ strict: false }));

function Team() {
  const { invitation } = useProfileSearch();
  return <TeamPanel invitation={invitation ?? null} fallback={<Skeleton height={320} />} />;
}

function Notifications() {
  const mayEdit = useMay('editor');
  return (
    <>
      {mayEdit && <AlertsPanel fallback={<Skeleton height={320} />} />}
      <NotificationsPanel />
    </>
  );
}

/** Shows credentials only for built-in sign-in; other identity providers let users change their password there. */
function SignIn() {
  const { builtInSignIn } = useConfig();
  const { confirm, reset } = useProfileSearch();
  const navigate = useNavigate();
  return (
    <>
      {builtInSignIn && (
        <CredentialsCard
          emailToken={confirm}
          isReset={reset === 'done'}
          onAnswered={() => void navigate({ to: '/profile', search: { tab: 'sign-in' }, replace: true })}
        />
      )}
      <SessionsCard />
      <OfflineCard />
    </>
  );
}

/** Starts with connecting an account if there is none; the order then stays while the first one is linked. */
function Overview() {
  const { user } = useUser();
  const { workspace } = useWorkspaces();
  const [isNew] = useState(user.accountRefs.length === 0);
  return (
    <>
      {!isNew && <ProfileInformation />}
      {workspace ? <ElsewhereCard {...workspace} /> : <AccountConnectionsCard />}
      {isNew && <ProfileInformation />}
    </>
  );
}

/** Says where the accounts on the dashboard come from, while it shows another's workspace. */
function ElsewhereCard({ name }: { name: string }) {
  return (
    <Card title="Account Connections">
      <p>
        You are in the workspace <bdi>{name}</bdi>. Connections belong to your own workspace: switch to it in the menu
        beside your name. Accounts that you have linked there can be added to this one under Team.
      </p>
    </Card>
  );
}
