import {
  ChartSpline,
  Clock4,
  CreditCard,
  Presentation,
  LayoutDashboard,
  Map as MapIcon,
  Plus,
  Tag,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { useUser } from '#web/platform/session/user.query.ts';

const dashboard = { to: '/', label: 'Dashboard', icon: LayoutDashboard } as const;
const compare = { to: '/compare', label: 'Compare accounts', icon: ChartSpline } as const;
const peers = { to: '/peers', label: 'Peers', icon: UsersRound } as const;
const bestTime = { to: '/best-time', label: 'Best time to post', icon: Clock4 } as const;
const labels = { to: '/labels', label: 'Labels', icon: Tag } as const;
const reports = { to: '/reports', label: 'Reports', icon: Presentation } as const;
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
  const hasAccounts = length > 0;
  if (!isActive)
    return { panel: [profile, subscriptionPage, ...seen], dock: [profile, subscriptionPage], hasFigures: false };
  if (!hasAccounts) return { panel: [profile, add, ...seen], dock: [add, profile], hasFigures: false };
  return {
    panel: [dashboard, ...(length > 1 ? [compare] : []), peers, bestTime, labels, reports, ...seen],
    dock: [dashboard, profile],
    hasFigures: true,
  };
}
