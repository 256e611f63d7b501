import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useShowsPlan } from '#web/features/subscription/index.ts';
import { memberSince } from '#web/platform/instant-labels.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { CloseAccount } from './close-account.tsx';
import { ManageSubscription } from './manage-subscription.tsx';
import { PlanLine } from './plan-line.tsx';
import styles from './profile-column.module.css';
import { StatsStrip } from './stats-strip.tsx';

export function ProfileColumn() {
  const { user, product } = useUser();
  const { status } = user.subscription;
  // The plan is the workspace's, which may be somebody else's.
  const isOwn = !useWorkspaces().workspace;
  const showsPlan = useShowsPlan() && isOwn;
  const isPhone = useMedia('(width < 700px)');
  return (
    <Card className={styles.card} aria-label="You">
      <div className={styles.head}>
        <Avatar src={user.picture} name={user.name} size={isPhone ? 56 : 96} />
        <h1 className={styles.name} dir="auto">
          {user.name}
        </h1>
        <p className={styles.email}>{user.email}</p>
        <p className={styles.since}>Member since {memberSince(user.memberSince)}</p>
        {showsPlan && (
          <Link to="/subscription" className={styles.plan} aria-label={`Plan: ${product.name}`}>
            <Chip tone={status === 'active' ? 'accent' : status === 'canceled' ? 'bad' : 'neutral'}>
              {product.name}
              {status === 'canceled' && ' (canceled)'}
            </Chip>
          </Link>
        )}
        {isOwn && <PlanLine status={status} product={product} />}
      </div>
      <StatsStrip isQuiet={user.accountRefs.length === 0} />
      <section className={styles.manage} aria-labelledby="manage-account">
        <h2 id="manage-account" className={styles.manageTitle}>
          Manage Account
        </h2>
        {showsPlan && <ManageSubscription />}
        <Link to="/logout" className={buttonClass('plain')}>
          <LogOut size={17} aria-hidden="true" />
          Log out
        </Link>
        <CloseAccount />
      </section>
    </Card>
  );
}
