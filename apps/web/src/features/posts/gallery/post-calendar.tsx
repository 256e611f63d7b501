import type { GalleryMetric, GalleryPost } from '@tidemark/contract';
import { shortNumber, shortWeekdays } from '@tidemark/presentation';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, useEffect, useMemo } from 'react';
import { type Day, periodSearch, useToday } from '#web/features/periods/index.ts';
import { toDay } from '#web/platform/time-zone.ts';
import { percent, plural, weekdayLabel } from '#web/platform/format.ts';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PostPicture } from '../post-picture.tsx';
import { addMonths, listMonthDays, monthLabel, toWeekday } from './calendar-month.ts';
import { postTitle, valueInWords } from './gallery-copy.ts';
import { toMetric } from './gallery-search.ts';
import styles from './post-calendar.module.css';
import { TileOwner } from './post-tiles.tsx';
import { type Gallery, toPostId } from './use-gallery.ts';

/** A month's posts on their days; a phone lists the days. */
export function PostCalendar({ gallery }: { gallery: Gallery }) {
  const { view, show, month, posts, summary, isPending, isRefreshing, isMore, isLoadingMore, loadMore } = gallery;
  const today = useToday();
  const metric = toMetric(view);
  const byDay = useMemo(() => Map.groupBy(posts, ({ timestamp }) => toDay(new Date(timestamp))), [posts]);
  const days = listMonthDays(month);
  const total = summary?.total ?? 0;

  // The month is shown as a whole.
  useEffect(() => {
    if (isMore && !isLoadingMore) loadMore();
  }, [isMore, isLoadingMore, loadMore]);

  return (
    <Card
      title={monthLabel(month)}
      sub={
        isPending ? 'Loading posts' : total === 0 ? 'No posts match in this month' : `${total} ${plural(total, 'post')}`
      }
      tools={
        <>
          <IconButton label="Previous month" onClick={() => show({ month: addMonths(month, -1) })}>
            <ChevronLeft size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label="Next month"
            reason={month >= today.slice(0, 7) ? 'This is the current month' : null}
            onClick={() => show({ month: addMonths(month, 1) })}
          >
            <ChevronRight size={18} aria-hidden="true" />
          </IconButton>
        </>
      }
      refreshing={isRefreshing || isPending}
      aria-busy={isPending}
      data-panel="post-calendar"
    >
      <div className={styles.weekdays} aria-hidden="true">
        {shortWeekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className={styles.days} style={{ '--first': toWeekday(`${month}-01`) + 1 } as CSSProperties}>
        {days.map((day) => (
          <CalendarDay key={day} day={day} today={today} posts={byDay.get(day) ?? []} metric={metric} />
        ))}
      </ol>
    </Card>
  );
}

interface CalendarDayProps {
  day: Day;
  today: Day;
  posts: readonly GalleryPost[];
  metric: GalleryMetric;
}

function CalendarDay({ day, today, posts, metric }: CalendarDayProps) {
  return (
    <li
      className={styles.day}
      data-empty={posts.length === 0 || undefined}
      data-future={day > today || undefined}
      data-today={day === today || undefined}
    >
      <h3 className={styles.date}>
        <span className={styles.number} aria-hidden="true">
          {Number(day.slice(8))}
        </span>
        <span className={styles.name}>{weekdayLabel(day)}</span>
        {day === today && <span className="vh">, today</span>}
      </h3>
      {posts.length > 0 && (
        <ul className={styles.posts}>
          {posts.map((post) => (
            <li key={toPostId(post)}>
              <Link
                to="/account/$id/post/$mediaId"
                params={{ id: post.accountId, mediaId: post.mediaId }}
                search={periodSearch}
                className={styles.post}
                title={`${postTitle(post)}: ${valueInWords(metric, post.metrics[metric])}`}
              >
                <span className={styles.frame}>
                  <PostPicture source={post.pictureUrl} mediaType={post.mediaType} className={styles.picture} />
                  <TileOwner accountId={post.accountId} />
                </span>
                <span className={styles.value} aria-hidden="true">
                  {shortValue(metric, post.metrics[metric])}
                </span>
                <span className={styles.words}>
                  <span dir="auto">{postTitle(post)}</span>
                  <span>{valueInWords(metric, post.metrics[metric])}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function shortValue(metric: GalleryMetric, value: number | null): string {
  if (value === null) return '—';
  return metric === 'engagementRate' ? percent(value) : shortNumber(value);
}
