import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useRef } from 'react';
import { AccountConnectionsCard } from '#web/features/connections/index.ts';
import { ProfileColumn, ProfileInformation, YourData } from '#web/features/profile/index.ts';
import { Chip } from '#web/ui/chip.tsx';
import { PlanNotice } from './plan-notice.tsx';
import styles from './pages.module.css';

// A placeholder tab without content.
const placeholder = 'Activity';
const tabs = ['Overview', placeholder, 'Your Data'] as const;
type Tab = Exclude<(typeof tabs)[number], typeof placeholder>;

export function ProfilePage() {
  const { tab: chosen } = useSearch({ from: '/profile' });
  const navigate = useNavigate();
  const shown: Tab = chosen === 'your-data' ? 'Your Data' : 'Overview';
  const setShown = (tab: Tab) =>
    void navigate({ to: '/profile', search: tab === 'Overview' ? {} : { tab: 'your-data' }, replace: true });
  const list = useRef<HTMLDivElement>(null);

  function moveByArrow({ key }: KeyboardEvent) {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const next = shown === 'Overview' ? 'Your Data' : 'Overview';
    setShown(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  return (
    <div className={styles.profile}>
      <ProfileColumn />
      <div className={styles.side}>
        <PlanNotice />
        <div ref={list} role="tablist" aria-label="Profile" className={styles.tabs}>
          {tabs.map((tab) =>
            tab === placeholder ? (
              <button key={tab} type="button" role="tab" disabled aria-selected={false} className={styles.tab}>
                {tab} <Chip>Coming soon</Chip>
              </button>
            ) : (
              <button
                key={tab}
                type="button"
                role="tab"
                data-tab={tab}
                aria-selected={tab === shown}
                aria-controls="profile-panel"
                tabIndex={tab === shown ? 0 : -1}
                className={styles.tab}
                onClick={() => setShown(tab)}
                onKeyDown={moveByArrow}
              >
                {tab}
              </button>
            ),
          )}
        </div>
        <div id="profile-panel" role="tabpanel" aria-label={shown} className={styles.panel}>
          {shown === 'Overview' ? (
            <>
              <ProfileInformation />
              <AccountConnectionsCard />
            </>
          ) : (
            <YourData />
          )}
        </div>
      </div>
    </div>
  );
}
