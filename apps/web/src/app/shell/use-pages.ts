import { CreditCard, LayoutDashboard, Map as MapIcon, Plus, UserRound } from 'lucide-react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { pages } from '../pages.ts';
import { toName } from './breadcrumb.ts';

const dashboard = { to: '/', label: 'Dashboard', icon: LayoutDashboard } as const;
const add = { to: '/account/add', label: 'Add an account', icon: Plus } as const;
const profile = { to: '/profile', label: 'Profile', icon: UserRound } as const;
const roadmap = { to: '/roadmap', label: 'Roadmap', icon: MapIcon } as const;
const subscriptionPage = { to: '/subscription', label: 'Subscription', icon: CreditCard } as const;

/** Returns the pages the user may open; links to other pages are not shown. */
export function usePages() {
  const { subscription, roadmapAccess, role } = useUser().user;
  const isActive = subscription.status === 'active';
  const seen = roadmapAccess.view && (isActive || role === 'system-admin') ? [roadmap] : [];
  const { length } = useAccounts().accounts;
  const isClient = !useMay('viewer');
  if (!isActive)
    return { panel: [profile, subscriptionPage, ...seen], dock: [profile, subscriptionPage], hasFigures: false };
  if (length === 0) return { panel: [profile, add, ...seen], dock: [add, profile], hasFigures: false };
  return {
    panel: [dashboard, ...listPages(length, isClient), ...seen],
    dock: [dashboard, profile],
    hasFigures: true,
  };
}

function listPages(accounts: number, isClient: boolean) {
  return pages.flatMap(
    ({
      to,
      options: {
        staticData: { menu, needs },
      },
    }) =>
      menu && accounts >= (menu.minAccounts ?? 1) && !(isClient && needs === 'team')
        ? { to, label: toName(to), icon: menu.icon }
        : [],
  );
}
