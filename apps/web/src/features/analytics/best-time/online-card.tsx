import { onlineDays } from '@tidemark/contract';
import { plural } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BestTimeExport } from './best-time-export.tsx';
import { toOnlineCells } from './online-cells.ts';
import { useBestTime } from './use-best-time.ts';
import { WeekGrid } from './week-grid.tsx';
import { viewerZone, zoneLabel } from './week-labels.ts';

const gridHeight = 360;

/** How many followers are online in each hour of the week. */
export function OnlineCard() {
  const { data, error } = useBestTime();
  if (error) return null;
  return (
    <Card
      title="When followers are online"
      sub={
        data?.online
          ? `Average of ${data.online.days} ${plural(data.online.days, 'day')} of the last ${onlineDays}, as reported by Instagram; hours in ${zoneLabel(viewerZone())}`
          : 'As reported by Instagram'
      }
      tools={data?.online ? <BestTimeExport title="When followers are online" /> : null}
      data-panel="followers-online"
    >
      {!data ? (
        <Skeleton height={gridHeight} radius={14} />
      ) : data.online ? (
        <WeekGrid
          label="Followers online by weekday and hour"
          cells={toOnlineCells(data.online.followers)}
          hint="Point at an hour, or move to it with the arrow keys, for its number of followers. Bold: the highest."
        />
      ) : (
        <EmptyState
          title="Instagram reports no followers online"
          why="It reports them for accounts with at least 100 followers, and not on every day."
        />
      )}
    </Card>
  );
}
