import type { Role } from '@tidemark/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSelectedNetwork } from '#web/features/accounts/index.ts';
import { type AnalyticsTab, insightsSearch } from '#web/features/post-insights/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { usePreload } from '#web/platform/use-preload.ts';
import { TabList } from '#web/ui/tabs.tsx';
import styles from './analytics-tabs.module.css';

const labels: Record<AnalyticsTab, string> = { overview: 'Overview', 'post-insights': 'Post Insights' };

/** Lists a role's tabs: the Overview for everyone, Post Insights only for a system-admin. */
export function listTabs(role: Role): AnalyticsTab[] {
  return role === 'system-admin' ? ['overview', 'post-insights'] : ['overview'];
}

/** Returns the viewer's tabs and the selected one, which the URL determines if the viewer has it. */
export function useAnalyticsTabs(): { tabs: AnalyticsTab[]; tab: AnalyticsTab | undefined } {
  const { user } = useUser();
  const asked = useSearch({ strict: false, select: (search) => insightsSearch(search).tab });
  const tabs = useSelectedNetwork() === 'instagram_account' ? listTabs(user.role) : listTabs('user');
  return { tabs, tab: tabs.find((one) => one === asked) ?? tabs[0] };
}

const toSearch = (tab: AnalyticsTab) => ({ tab: tab === 'overview' ? undefined : tab });
export const panelId = (tab: AnalyticsTab) => `analytics-${tab}`;
export const tabId = (tab: AnalyticsTab) => `analytics-tab-${tab}`;

/** The tab list; hidden when there is only one tab. */
export function AnalyticsTabs() {
  const { tabs, tab: shown } = useAnalyticsTabs();
  const navigate = useNavigate();
  const preload = usePreload();
  if (tabs.length < 2) return null;

  return (
    <TabList
      label="Instagram analytics tabs"
      tabs={tabs.map((id) => ({ id, label: labels[id] }))}
      selected={shown}
      onSelect={(tab) =>
        void navigate({
          to: '.',
          search: (before: Record<string, unknown>) => ({ ...before, ...toSearch(tab) }),
        })
      }
      tabProps={(tab) => preload(toSearch(tab))}
      tabId={tabId}
      panelId={panelId}
      className={styles.tabs}
      tabClassName={styles.tab}
    />
  );
}
