import { networks, type Account, type PageStart } from '@tidemark/contract';
import {
  ChartSpline,
  Clock4,
  ChevronsUpDown,
  Presentation,
  Images,
  Info,
  LayoutDashboard,
  Map as MapIcon,
  MessageSquarePlus,
  ShieldCheck,
  Tag,
  UsersRound,
} from 'lucide-react';
import { accountColor } from '#web/features/accounts/account-colors.ts';
import { displayName } from '#web/features/accounts/index.ts';
import { compactNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import choiceStyles from '../shell/account-choice.module.css';
import listStyles from '../shell/account-list.module.css';
import rowStyles from '../shell/account-row.module.css';
import networkStyles from '../shell/network-switcher.module.css';
import panelStyles from '../shell/side-panel.module.css';
import viewerStyles from '../shell/viewer-menu.module.css';
import styles from './first-shell.module.css';

interface FirstPanelProps {
  page: PageStart;
  pathname: string;
}

export function FirstPanel({ page: { user, accounts, workspace }, pathname }: FirstPanelProps) {
  const { name, email, picture, role, roadmapAccess } = user.user;
  const pages = [
    { label: 'Dashboard', icon: LayoutDashboard, to: '/' },
    ...(accounts.length > 1 ? [{ label: 'Compare accounts', icon: ChartSpline, to: '/compare' }] : []),
    { label: 'Posts', icon: Images, to: '/posts' },
    { label: 'Peers', icon: UsersRound, to: '/peers' },
    { label: 'Best time to post', icon: Clock4, to: '/best-time' },
    { label: 'Labels', icon: Tag, to: '/labels' },
    { label: 'Reports', icon: Presentation, to: '/reports' },
    ...(roadmapAccess.view ? [{ label: 'Roadmap', icon: MapIcon, to: '/roadmap' }] : []),
  ];
  const more = [
    { label: 'About', icon: Info, closed: true },
    { label: 'Feedback', icon: MessageSquarePlus, closed: !roadmapAccess.add },
    ...(role === 'system-admin' ? [{ label: 'System', icon: ShieldCheck, closed: false }] : []),
  ];
  return (
    <div className={panelStyles.panel}>
      <div className={panelStyles.brand}>
        <BrandMark />
        <span className={panelStyles.wordmark}>Tidemark</span>
      </div>
      <div className={networkStyles.switcher}>
        {networks.map((network) => (
          <span
            key={network}
            className={networkStyles.network}
            aria-pressed={network === 'instagram_account'}
            aria-disabled={accounts.every(({ type }) => type !== network)}
          >
            <NetworkIcon network={network} size={15} />
          </span>
        ))}
      </div>
      <div className={panelStyles.nav}>
        {pages.map(({ label, icon: Icon, to }) => (
          <span key={to} className={panelStyles.item} aria-current={to === pathname ? 'page' : undefined}>
            <Icon size={19} />
            <span>{label}</span>
          </span>
        ))}
      </div>
      <AccountRows accounts={accounts} pathname={pathname} />
      <div className={panelStyles.menu}>
        {more.map(({ label, icon: Icon, closed }) => (
          <span key={label} className={panelStyles.item} aria-disabled={closed || undefined}>
            <Icon size={19} />
            <span>{label}</span>
          </span>
        ))}
      </div>
      <div className={viewerStyles.viewer}>
        <div className={viewerStyles.trigger}>
          <Avatar src={picture} name={name} size={36} />
          <span className={viewerStyles.words}>
            <span className={viewerStyles.name} dir="auto">
              {name}
            </span>
            <span className={viewerStyles.email} dir="auto">
              {workspace?.name ?? email}
            </span>
          </span>
          <ChevronsUpDown size={15} className={viewerStyles.chevron} />
        </div>
      </div>
    </div>
  );
}

function AccountRows({ accounts, pathname }: { accounts: readonly Account[]; pathname: string }) {
  const rows = accounts
    .map((account, index) => ({ account, ring: accountColor(index) }))
    .filter(({ account }) => account.type === 'instagram_account');
  return (
    <div className={listStyles.list}>
      <div className={listStyles.head}>
        <span className={listStyles.title}>Accounts</span>
        {rows.length > 1 && <span className={listStyles.count}>{rows.length}</span>}
      </div>
      <div className={choiceStyles.choice}>
        {rows.length >= 8 && <Skeleton height={36} radius={12} className={styles.fixed} />}
        {pathname === '/' && rows.length > 2 && <div className={styles.quick} />}
        <div className={choiceStyles.rows}>
          {rows.map(({ account, ring }) => (
            <div key={account._id} className={rowStyles.item}>
              <div className={rowStyles.main}>
                <AccountRow account={account} ring={ring} isCurrent={pathname === `/account/${account._id}`} />
              </div>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function AccountRow({ account, ring, isCurrent }: { account: Account; ring: string; isCurrent: boolean }) {
  const { followersCount } = account.metadata;
  return (
    <span className={rowStyles.row} aria-current={isCurrent ? 'page' : undefined}>
      <span className={rowStyles.picture}>
        <Avatar src={account.picture} name={displayName(account)} size={32} ring={ring} />
      </span>
      <span className={rowStyles.words}>
        <span className={rowStyles.name} dir="auto">
          {displayName(account)}
        </span>
        {followersCount !== null && (
          <span className={rowStyles.followers}>{compactNumber(followersCount)} followers</span>
        )}
      </span>
    </span>
  );
}
