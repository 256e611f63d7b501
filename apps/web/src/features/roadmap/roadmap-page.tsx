import type { RoadmapStatus } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { Lightbulb } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ProgressLine } from '#web/ui/card.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { FeatureCard, statusLooks } from './feature-card.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { RequestsTable } from './requests-table.tsx';
import { roadmapQuery } from './roadmap.query.ts';
import styles from './roadmap.module.css';
import { type RoadmapSearch, showsRequested } from './roadmap-search.ts';
import { sampleFeatures } from './sample-features.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The request dialog is open. */
    isAskingFeature?: boolean;
  }
}

export function RoadmapPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery(roadmapQuery);
  const search = useSearch({ from: '/roadmap' });
  const navigate = useNavigate();
  const mayAsk = useUser().user.roadmapAccess.add;
  const real = data?.features ?? [];
  const features = real.length > 0 ? real : sampleFeatures;

  useEffect(() => {
    if (error) notify.error('Unable to load roadmap.');
  }, [error]);

  const isAsking = useLocation({ select: ({ state }) => state.isAskingFeature === true });
  const show = useCallback(
    (isAskingFeature: boolean, next: RoadmapSearch = {}) =>
      void navigate({
        to: '/roadmap',
        search: ({ showRequested }) => ({ showRequested, ...next }),
        state: { isAskingFeature },
        replace: true,
      }),
    [navigate],
  );
  // The URL requests the dialog once: it must not reappear when the page is revisited.
  useEffect(() => {
    if (search.action === 'request') show(mayAsk);
  }, [search.action, mayAsk, show]);

  return (
    <div className={styles.page}>
      {isFetching && <ProgressLine />}
      <header className={styles.head}>
        <div>
          <h1 className={styles.title}>Product Roadmap</h1>
          <Legend />
        </div>
        <div className={styles.actions}>
          <Link
            to="/roadmap"
            search={{ showRequested: showsRequested(search) ? 'false' : 'true' }}
            replace
            className={`${buttonClass('plain')} ${styles.toggle}`}
          >
            {showsRequested(search) ? 'Hide Requested' : 'Show Requested'}
          </Link>
          <AskButton enabled={mayAsk} onAsk={() => show(true)} />
        </div>
      </header>
      <Note
        failed={error !== null && !data}
        readAt={data?.isStale ? data.readAt : null}
        sample={data !== undefined && real.length === 0}
        retry={() => void refetch()}
      />
      <ul className={styles.cards} aria-label="Features" aria-busy={isPending}>
        {features.map((feature) => (
          <FeatureCard key={feature.id} feature={feature} />
        ))}
      </ul>
      {showsRequested(search) && <RequestsTable requests={data?.requests} failed={error !== null} />}
      <RequestDialog
        open={isAsking}
        onClose={() => show(false)}
        onRequested={() => show(false, { showRequested: 'true' })}
      />
    </div>
  );
}

const legend: readonly RoadmapStatus[] = ['completed', 'in-progress', 'planned'];

function Legend() {
  return (
    <ul className={styles.legend} aria-label="Legend">
      {legend.map((status) => (
        <li key={status} data-status={status}>
          {statusLooks[status].label}
        </li>
      ))}
    </ul>
  );
}

function AskButton({ enabled, onAsk }: { enabled: boolean; onAsk: () => void }) {
  const icon = <Lightbulb size={18} aria-hidden="true" />;
  if (enabled)
    return (
      <Button variant="primary" icon={icon} onClick={onAsk}>
        Request a Feature
      </Button>
    );
  return (
    <Tooltip text="Upgrade to participate" side="bottom">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a disabled button cannot be focused, but its reason must be */}
      <span className={styles.closed} tabIndex={0}>
        <Button variant="primary" icon={icon} disabled>
          Request a Feature
        </Button>
      </span>
    </Tooltip>
  );
}

interface NoteProps {
  failed: boolean;
  readAt: string | null;
  sample: boolean;
  retry: () => void;
}

/** Warns if the list is outdated, an example, or unavailable. */
function Note({ failed, readAt, sample, retry }: NoteProps) {
  if (!failed && !readAt && !sample) return null;
  return (
    <div className={styles.note} role="note">
      {failed && <p>Unable to load roadmap. These are examples.</p>}
      {!failed && readAt && <p>GitHub is not responding. This is the roadmap as of {lastSyncInSentence(readAt)}.</p>}
      {!failed && !readAt && sample && <p>These are examples. The roadmap is empty.</p>}
      {(failed || readAt) && (
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}
