/** An event on one or more days. */
export interface DayMark {
  id: string;
  firstDay: string;
  lastDay: string;
  text: string;
  color: string;
}

export interface DayMarks {
  marks: readonly DayMark[];
  /** Number of posts on each day that has any. */
  posts: ReadonlyMap<string, number>;
}

export function marksOn(day: string, { marks }: DayMarks): DayMark[] {
  return marks.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

/** Formats '1 post', '2 posts'; null for a day without posts. */
export function postsText(day: string, { posts }: DayMarks): string | null {
  const count = posts.get(day);
  return count === undefined ? null : `${count} ${count === 1 ? 'post' : 'posts'}`;
}

/** Combines a day's marks into one text; empty if there are none. */
export function dayText(day: string, marks: DayMarks | null): string {
  if (!marks) return '';
  return [postsText(day, marks), ...marksOn(day, marks).map(({ text }) => text)]
    .filter((text) => text !== null)
    .join('; ');
}

/** Returns a mark's first and last position among consecutive days; null if it lies outside. */
export function placeMark({ firstDay, lastDay }: DayMark, days: readonly string[]): [number, number] | null {
  const first = days.findIndex((day) => day >= firstDay);
  const last = days.findLastIndex((day) => day <= lastDay);
  return first < 0 || last < first ? null : [first, last];
}
