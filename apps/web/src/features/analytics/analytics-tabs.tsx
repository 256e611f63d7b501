import type { Role } from '@tidemark/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { useSelectedNetwork } from '#web/features/accounts/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import styles from './analytics-tabs.module.css';
import { type AnalyticsTab, insightsSearch } from './post-insights/insights-search.ts';

const labels: Record<AnalyticsTab, string> = { overview: 'Overview', 'post-insights': 'Post Insights' };

/** The Overview is available to everyone, Post Insights only to a system-admin. */
export function listTabs(role: Role): AnalyticsTab[] {
  return role === 'system-admin' ? ['overview', 'post-insights'] : ['overview'];
}

/** The viewer's tabs and the selected one, which the URL determines if the viewer has it. */
export function useAnalyticsTabs(): { tabs: AnalyticsTab[]; tab: AnalyticsTab | undefined } {
  const { user } = useUser();
  const asked = insightsSearch(useSearch({ strict: false })).tab;
  const tabs = useSelectedNetwork() === 'instagram_account' ? listTabs(user.role) : listTabs('user');
  return { tabs, tab: tabs.find((one) => one === asked) ?? tabs[0] };
}

export const panelId = (tab: AnalyticsTab) => `analytics-${tab}`;
export const tabId = (tab: AnalyticsTab) => `analytics-tab-${tab}`;

/** The tab list; hidden when there is only one tab. */
export function AnalyticsTabs() {
  const { tabs, tab: shown } = useAnalyticsTabs();
  const navigate = useNavigate();
  if (tabs.length < 2) return null;

  const show = (tab: AnalyticsTab) =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, tab: tab === 'overview' ? undefined : tab }),
    });
  function move(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex((tab) => tab === shown);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab) return;
    event.preventDefault();
    show(tab);
    event.currentTarget.querySelector<HTMLElement>(`#${tabId(tab)}`)?.focus();
  }
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its tabs has the focus
    <div role="tablist" aria-label="Instagram analytics tabs" className={styles.tabs} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === shown}
          aria-controls={tab === shown ? panelId(tab) : undefined}
          tabIndex={tab === shown ? 0 : -1}
          ref={tab === shown ? bringIntoView : undefined}
          className={styles.tab}
          onClick={() => show(tab)}
        >
          {labels[tab]}
        </button>
      ))}
    </div>
  );
}

/** On a phone the row of tabs is wider than the screen. */
function bringIntoView(tab: HTMLElement | null) {
  tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}
