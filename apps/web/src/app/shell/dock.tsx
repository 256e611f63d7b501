import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon, UsersRound, type LucideIcon } from 'lucide-react';
import { type ComponentType } from 'react';
import { Popover } from '#web/ui/popover.tsx';
import { useHidesOnScroll } from '#web/ui/use-hides-on-scroll.ts';
import styles from './dock.module.css';
import { AccountsSheet, MenuSheet } from './lazy-sheets.ts';
import { preservePeriod } from './preserve-period.ts';
import { usePages } from './use-pages.ts';

const exactly = { exact: true, includeSearch: false };

/** The phone's navigation: five targets within the thumb's reach. */
export function Dock() {
  const { dock, hasFigures } = usePages();
  const [first, ...others] = dock.map(({ to, label, icon: Icon }) => (
    <Link key={to} to={to} search={preservePeriod} className={styles.target} activeOptions={exactly}>
      <Icon size={21} aria-hidden="true" />
      {label}
    </Link>
  ));
  return (
    <nav className={styles.dock} aria-label="Main" data-hidden={useHidesOnScroll() || undefined}>
      {first}
      {hasFigures && <Sheet label="Accounts" icon={UsersRound} Content={AccountsSheet} />}
      {others}
      <Sheet label="Menu" icon={MenuIcon} Content={MenuSheet} />
    </nav>
  );
}

interface SheetProps {
  label: string;
  icon: LucideIcon;
  Content: ComponentType<{ close: () => void }>;
}

function Sheet({ label, icon: Icon, Content }: SheetProps) {
  return (
    <Popover
      label={label}
      side="top"
      sheetOnPhone
      trigger={(props) => (
        <button type="button" className={styles.target} {...props}>
          <Icon size={21} aria-hidden="true" />
          {label}
        </button>
      )}
    >
      {(close) => <Content close={close} />}
    </Popover>
  );
}
