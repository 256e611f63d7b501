import { alertPreviewWeeks, type AlertSettings } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { kindLabels } from './alert-labels.ts';
import { previewQuery } from './alerts.query.ts';
import styles from './alerts.module.css';

const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Previews past alerts for these settings, by the same rules. */
export function AlertPreview({ settings }: { settings: AlertSettings }) {
  const { data, error, isFetching, refetch } = useQuery(previewQuery(settings));
  return (
    <Card
      title={`The last ${alertPreviewWeeks} weeks`}
      sub="Alerts you would have received. Excludes sync and login alerts."
    >
      {error ? (
        <LoadFailure title="Could not load the preview" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : !data ? (
        <Skeleton height={160} />
      ) : data.alerts.length === 0 ? (
        <EmptyState
          compact
          title="No alerts"
          why={
            [settings.all, ...settings.exceptions].every(({ app }) => app.length === 0)
              ? 'Turn on a kind of alert to preview it.'
              : 'Nothing unusual in this time.'
          }
        />
      ) : (
        <RowList>
          {data.alerts.map(({ accountId, kind, day, sentence, step, path }) => (
            <Row
              key={`${accountId} ${kind} ${day}`}
              name={kindLabels[kind]}
              notes={[
                <bdi key="what">{sentence}</bdi>,
                <a key="step" href={path}>
                  {step}
                </a>,
              ]}
            >
              <time dateTime={day} className={styles.day}>
                {dayFormat.format(new Date(`${day}T00:00:00Z`))}
              </time>
            </Row>
          ))}
        </RowList>
      )}
    </Card>
  );
}
