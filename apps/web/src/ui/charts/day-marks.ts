/** Something that happened on a day, or on several. */
export interface DayMark {
  id: string;
  firstDay: string;
  lastDay: string;
  text: string;
  color: string;
}

export interface DayMarks {
  marks: readonly DayMark[];
  /** The number of posts published on each day that has any. */
  posts: ReadonlyMap<string, number>;
}

export function marksOn(day: string, { marks }: DayMarks): DayMark[] {
  return marks.filter(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

/** '1 post', '2 posts'; null for a day without posts. */
export function postsText(day: string, { posts }: DayMarks): string | null {
  const count = posts.get(day);
  return count === undefined ? null : `${count} ${count === 1 ? 'post' : 'posts'}`;
}

/** What happened on a day in one text; empty if nothing did. */
export function dayText(day: string, marks: DayMarks | null): string {
  if (!marks) return '';
  return [postsText(day, marks), ...marksOn(day, marks).map(({ text }) => text)]
    .filter((text) => text !== null)
    .join('; ');
}

/** The first and the last place of a mark among consecutive days; null if it lies outside of them. */
export function placeMark({ firstDay, lastDay }: DayMark, days: readonly string[]): [number, number] | null {
  const first = days.findIndex((day) => day >= firstDay);
  const last = days.findLastIndex((day) => day <= lastDay);
  return first < 0 || last < first ? null : [first, last];
}
