import { Link } from '@tanstack/react-router';
import { Activity, AtSign, ChartNoAxesCombined, CreditCard, InfinityIcon, Settings, UsersRound } from 'lucide-react';
import styles from './system-switcher.module.css';

const pages = [
  { to: '/system', label: 'Overview', icon: ChartNoAxesCombined },
  { to: '/system/dashboard', label: 'Fleet health', icon: Activity },
  { to: '/system/accounts', label: 'Accounts', icon: AtSign },
  { to: '/system/users', label: 'Users', icon: UsersRound },
  { to: '/system/meta', label: 'Meta', icon: InfinityIcon },
  { to: '/system/stripe', label: 'Stripe', icon: CreditCard },
  { to: '/system/settings', label: 'Settings', icon: Settings },
] as const;

const exactly = { exact: true, includeSearch: false };

/** Replaces the network switcher in the operator area. */
export function SystemSwitcher({ onOpen }: { onOpen?: () => void }) {
  return (
    <nav className={styles.switcher} aria-label="System">
      {pages.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className={styles.page} activeOptions={exactly} title={label} onClick={onOpen}>
          <Icon size={18} aria-hidden="true" />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
