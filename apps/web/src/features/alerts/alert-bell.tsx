import type { Alert } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { timeFromNow } from '#web/features/accounts/index.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { kindLabels } from './alert-labels.ts';
import { alertsQuery, unreadQuery, useMarkRead } from './alerts.query.ts';
import styles from './alerts.module.css';

const maxShown = 99;

/** The newest alerts, with the number of unread alerts on the button. */
export function AlertBell() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  if (!useMay('viewer')) return null;
  return (
    <Popover
      label="Alerts"
      sheetOnPhone
      className={styles.popover}
      trigger={(props) => (
        <button
          type="button"
          className={styles.bell}
          {...props}
          aria-label={unread > 0 ? `Alerts, ${unread} unread` : 'Alerts'}
        >
          <Bell size={18} aria-hidden="true" />
          {unread > 0 && (
            <span className={styles.count} aria-hidden="true">
              {unread > maxShown ? `${maxShown}+` : unread}
            </span>
          )}
        </button>
      )}
    >
      {(close) => <AlertList onOpen={close} />}
    </Popover>
  );
}

function AlertList({ onOpen }: { onOpen: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(alertsQuery);
  const markRead = useMarkRead();
  const mayEdit = useMay('editor');
  const [now] = useState(Date.now);
  const { history } = useRouter();

  function open(event: MouseEvent, { id, path, isRead }: Alert) {
    if (mayEdit && !isRead) markRead.mutate([id]);
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
    history.push(path);
  }

  return (
    <>
      <div className={styles.head}>
        <h2>Alerts</h2>
        {mayEdit && data && data.unread > 0 && (
          <Button size="small" onClick={() => markRead.mutate(null)}>
            Mark all as read
          </Button>
        )}
      </div>
      {error && !data ? (
        <LoadFailure title="Could not load your alerts" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.alerts.length === 0 ? (
        <EmptyState
          compact
          title="No alerts"
          why="Unusual days, standout posts and milestones appear here as they happen."
          action={
            mayEdit && (
              <Link
                to="/profile"
                search={{ tab: 'notifications' }}
                className={buttonClass('plain', 'small')}
                onClick={onOpen}
              >
                Choose alerts
              </Link>
            )
          }
        />
      ) : (
        <ul className={styles.alerts}>
          {data.alerts.map((alert) => (
            <li key={alert.id}>
              <a href={alert.path} data-unread={!alert.isRead || undefined} onClick={(event) => open(event, alert)}>
                <span className={styles.kind}>
                  {!alert.isRead && <span className="vh">Unread: </span>}
                  {kindLabels[alert.kind]}
                  <time dateTime={alert.createdAt}>{timeFromNow(alert.createdAt, now)}</time>
                </span>
                <bdi>{alert.sentence}</bdi>
                <span className={styles.step}>{alert.step}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
