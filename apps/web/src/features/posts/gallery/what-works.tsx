import { type GalleryMetric, minPostsForMedian, type PostGallery } from '@tidemark/contract';
import { shortNumber, weekdayNames } from '@tidemark/presentation';
import { percent } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { formatsLabel, galleryMetricNames, timesText } from './gallery-copy.ts';
import { type GalleryView, toMetric } from './gallery-search.ts';
import type { ShowGallery } from './use-gallery-view.ts';
import styles from './what-works.module.css';

interface WhatWorksProps {
  view: GalleryView;
  show: ShowGallery;
  summary: PostGallery | undefined;
  isPending: boolean;
}

const skeletonHeight = 420;

/** How formats, weekdays and hashtags did; a click on a row filters by it. */
export function WhatWorks({ view, show, summary, isPending }: WhatWorksProps) {
  const metric = toMetric(view);
  if (isPending) return <Skeleton height={skeletonHeight} radius={20} />;
  if (!summary || summary.matching === 0) return null;
  const { formats, weekdays, hashtags } = summary;
  return (
    <Card
      title="What works"
      sub={`Median ${galleryMetricNames[metric].toLowerCase()}; select a row to filter`}
      className={styles.card}
      data-panel="what-works"
    >
      <div className={styles.tables}>
        <GroupTable
          name="Formats"
          metric={metric}
          rows={formats.map((row) => ({
            ...row,
            key: row.format,
            label: formatsLabel(row.format),
            isChosen: view.format === row.format,
            onChoose: () => show({ format: view.format === row.format ? null : row.format }),
          }))}
        />
        <GroupTable
          name="Weekdays"
          metric={metric}
          rows={weekdays.map((row) => ({
            ...row,
            key: String(row.weekday),
            label: weekdayNames[row.weekday] ?? '',
            isChosen: view.weekday === row.weekday,
            onChoose: () => show({ weekday: view.weekday === row.weekday ? null : row.weekday }),
          }))}
        />
        {hashtags.length > 0 && (
          <GroupTable
            name="Hashtags"
            metric={metric}
            isAgainstOthers
            rows={hashtags.map((row) => ({
              ...row,
              key: row.hashtag,
              label: `#${row.hashtag}`,
              isChosen: view.hashtag === row.hashtag,
              onChoose: () => show({ hashtag: view.hashtag === row.hashtag ? null : row.hashtag }),
            }))}
          />
        )}
      </div>
    </Card>
  );
}

interface GroupRow {
  key: string;
  label: string;
  posts: number;
  median: number | null;
  /** Median of the posts outside the group. */
  medianWithout?: number | null;
  timesUsual: number | null;
  isChosen: boolean;
  onChoose: () => void;
}

interface GroupTableProps {
  name: string;
  metric: GalleryMetric;
  rows: readonly GroupRow[];
  isAgainstOthers?: boolean;
}

function GroupTable({ name, metric, rows, isAgainstOthers = false }: GroupTableProps) {
  const toText = (value: number | null | undefined) => {
    if (value === null || value === undefined) return '—';
    return metric === 'engagementRate' ? percent(value) : shortNumber(value);
  };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col" data-optional={isAgainstOthers || undefined}>
            {isAgainstOthers ? 'Uses' : 'Posts'}
          </th>
          <th scope="col">{isAgainstOthers ? 'With' : 'Median'}</th>
          {isAgainstOthers && (
            <th scope="col" data-optional>
              Without
            </th>
          )}
          <th scope="col" title={isAgainstOthers ? 'Compared with posts without it' : 'Compared with what is usual'}>
            <span aria-hidden="true">×</span>
            <span className="vh">{isAgainstOthers ? 'Times posts without it' : 'Times usual'}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.key}
            data-few={row.posts < minPostsForMedian || undefined}
            data-chosen={row.isChosen || undefined}
          >
            <th scope="row">
              <button
                type="button"
                dir="auto"
                aria-pressed={row.isChosen}
                disabled={row.posts === 0 && !row.isChosen}
                onClick={row.onChoose}
              >
                {row.label}
              </button>
            </th>
            <td data-optional={isAgainstOthers || undefined}>{row.posts}</td>
            <td>{toText(row.median)}</td>
            {isAgainstOthers && <td data-optional>{toText(row.medianWithout)}</td>}
            <td>{row.timesUsual === null ? '' : timesText(row.timesUsual)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
