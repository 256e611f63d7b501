import { bestTimeCopy, toOnlineCells } from '@tidemark/presentation';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BestTimeExport } from './best-time-export.tsx';
import { useBestTime } from './use-best-time.ts';
import { WeekGrid } from './week-grid.tsx';

const gridHeight = 360;

/** Charts the followers online in each hour of the week. */
export function OnlineCard() {
  const { data, error } = useBestTime();
  if (error) return null;
  const followers = data?.online?.followers ?? [];
  return (
    <Card
      title={bestTimeCopy.online}
      sub={bestTimeCopy.onlineSub(data?.online ?? null, viewerTimeZone())}
      tools={data?.online ? <BestTimeExport title={bestTimeCopy.online} /> : null}
      data-panel="followers-online"
    >
      {!data ? (
        <Skeleton height={gridHeight} radius={14} />
      ) : data.online ? (
        <WeekGrid
          label="Followers online by weekday and hour"
          toCells={(hoursPerCell) => toOnlineCells(followers, hoursPerCell)}
          hint="for the number of followers. Bold: the highest."
        />
      ) : (
        <EmptyState
          title={bestTimeCopy.noneOnline}
          why="It reports them for accounts with at least 100 followers, but not every day."
        />
      )}
    </Card>
  );
}
