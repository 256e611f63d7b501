import { timedFormats } from '@tidemark/contract';
import { bestTimeCopy, timedFormatLabels, toEffectCells } from '@tidemark/presentation';
import { useFailureToast } from '#web/features/metrics/index.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { GuideButton } from '#web/ui/guide-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './best-time-page.module.css';
import { BestTimeExport } from './best-time-export.tsx';
import { BestTimeGuide } from './best-time-guide.tsx';
import { useBestTimeView } from './best-time-view.ts';
import { useBestTime } from './use-best-time.ts';
import { WeekGrid } from './week-grid.tsx';

const gridHeight = 360;
const formats = (['all', ...timedFormats] as const).map((value) => ({
  value,
  label: toLabel(timedFormatLabels[value]),
}));

/** Only the first word fits on a phone. */
function toLabel(label: string) {
  const [first, ...rest] = label.split(' ');
  return (
    <span>
      {first}
      {rest.length > 0 && <span className={styles.rest}> {rest.join(' ')}</span>}
    </span>
  );
}

/** Charts how each hour of the week affects a post. */
export function EffectCard() {
  const { format, show } = useBestTimeView();
  const { data, error, isPending, isFetching, refetch } = useBestTime();
  useFailureToast(error, 'Unable to load the best time to post');

  function content() {
    if (error)
      return (
        <EmptyState
          title="Could not load the best time to post"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      );
    if (!data) return <Skeleton height={gridHeight} radius={14} />;
    if (!data.hours)
      return (
        <EmptyState
          title={bestTimeCopy.tooFew(data.posts)}
          why={
            format
              ? 'Choose all formats to compare more posts.'
              : 'With fewer posts, the result would be mostly chance.'
          }
        />
      );
    const { hours } = data;
    return (
      <WeekGrid
        label="Interactions compared with the average post, by weekday and hour of publishing"
        toCells={(hoursPerCell) => toEffectCells(hours, hoursPerCell)}
        hint="for details. Bold: clearly above or below average."
      />
    );
  }

  return (
    <Card
      title={bestTimeCopy.effect}
      sub={bestTimeCopy.effectSub(viewerTimeZone())}
      tools={
        <>
          {data?.hours && <BestTimeExport title={bestTimeCopy.effect} />}
          <GuideButton title="Best Time to Post Guide">
            <BestTimeGuide />
          </GuideButton>
        </>
      }
      refreshing={isFetching && !isPending}
      data-panel="best-time"
    >
      <div className={styles.controls}>
        <Segmented
          label="Format"
          value={format ?? 'all'}
          options={formats}
          onChange={(next) => show({ format: next === 'all' ? null : next })}
        />
      </div>
      {content()}
    </Card>
  );
}
