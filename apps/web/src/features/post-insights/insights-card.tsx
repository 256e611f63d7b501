import { type CSSProperties, type ReactNode } from 'react';
import { useFirstSyncNote } from '#web/features/metrics/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { InsightsPanel } from './guide-copy.ts';
import { InsightsExport } from './insights-export.tsx';
import styles from './post-insights.module.css';
import { lazyGuide } from '#web/ui/lazy-guide.tsx';

const InsightsGuide = lazyGuide(async () => (await import('./insights-guide.tsx')).InsightsGuide);

interface InsightsCardProps {
  panel: InsightsPanel;
  title: string;
  sub?: ReactNode;
  tools?: ReactNode;
  loading: boolean;
  refreshing: boolean;
  /** The content's height, so that nothing moves when the data arrives. */
  height: number;
  /** Shown instead of the content when there is none. */
  empty: string | null;
  why?: string | null;
  failed: boolean;
  retry: () => void;
  children: ReactNode;
}

/** A panel on this tab: its skeleton, empty state or content, and its guide. */
export function InsightsCard(props: InsightsCardProps) {
  const { panel, title, sub, tools, loading, refreshing, height, empty, why, failed, retry, children } = props;
  const note = useFirstSyncNote();
  const room: CSSProperties & Record<'--height', string> = { '--height': `${height}px` };
  return (
    <Card
      title={title}
      sub={sub}
      tools={
        <>
          {tools}
          {!loading && !failed && empty === null && <InsightsExport panel={panel} title={title} />}
          <PanelGuide panel={panel} title={title} />
        </>
      }
      className={styles.card}
      refreshing={refreshing}
      aria-busy={loading}
      data-panel={panel}
    >
      <div className={styles.content} data-picture data-empty={!loading && (failed || empty !== null)} style={room}>
        {loading ? (
          <Skeleton height={height} radius={14} />
        ) : failed ? (
          <EmptyState
            compact
            title="Could not load"
            action={
              <Button size="small" onClick={retry}>
                Try again
              </Button>
            }
          />
        ) : empty === null ? (
          children
        ) : (
          <EmptyState compact title={empty} why={why ?? note} />
        )}
      </div>
    </Card>
  );
}

export function PanelGuide({ panel, title }: { panel: InsightsPanel; title: string }) {
  return (
    <GuideButton title={`${title} Card Guide`}>
      <InsightsGuide panel={panel} />
    </GuideButton>
  );
}
