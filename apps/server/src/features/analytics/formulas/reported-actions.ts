import type { MediaAggregate, ProfileAction, StoryMove } from '@tidemark/contract';
import type { MeasuredRow } from './media-aggregate.ts';

export const actionColumns = {
  profile_visits: 'profile_visits',
  bio_link: 'activity_bio_link',
  link_clicks: 'link_clicks',
  direction: 'activity_direction',
  call: 'activity_call',
  email: 'activity_email',
  text: 'activity_text',
  other: 'activity_other',
} as const satisfies Record<ProfileAction, keyof MeasuredRow>;

export const moveColumns = {
  tap_forward: 'taps_forward',
  tap_back: 'taps_back',
  swipe_forward: 'swipes_forward',
  tap_exit: 'exits',
} as const satisfies Record<StoryMove, keyof MeasuredRow>;

type ReportedColumn = (typeof actionColumns)[ProfileAction] | (typeof moveColumns)[StoryMove];

/** Counts media that report any metric here, and sums over them. */
function sumReported<Name extends string>(rows: readonly MeasuredRow[], columns: Record<Name, ReportedColumn>) {
  const entries = Object.entries(columns) as [Name, ReportedColumn][]; // the keys of a Record
  const telling = rows.filter((row) => entries.some(([, column]) => row[column] !== null));
  const sums = entries.flatMap(([name, column]) => {
    const reported = telling.flatMap((row) => row[column] ?? []);
    return reported.length === 0 ? [] : [{ name, value: reported.reduce((sum, value) => sum + value, 0) }];
  });
  return { media: telling.length, sums };
}

export function toProfileActivity(rows: readonly MeasuredRow[]): MediaAggregate['profileActivity'] {
  const { media, sums } = sumReported(rows, actionColumns);
  return { posts: media, actions: sums.map(({ name: action, value }) => ({ action, value })) };
}

export function toStoryNavigation(rows: readonly MeasuredRow[]): MediaAggregate['storyNavigation'] {
  const { media, sums } = sumReported(
    rows.filter(({ product_type }) => product_type === 'STORY'),
    moveColumns,
  );
  return { stories: media, moves: sums.map(({ name: move, value }) => ({ move, value })) };
}
