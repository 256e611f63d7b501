import { dates } from './format.ts';
import { serverNow } from './server-clock.ts';

const monthDay = dates({ month: 'long', day: 'numeric' });
const monthDayYear = dates({ month: 'long', day: 'numeric', year: 'numeric' });
const shortMonthDay = dates({ month: 'short', day: 'numeric' });
const time = dates({ hour: 'numeric', minute: '2-digit' });

/** Formats 'March 5', with the year unless it is the current one. */
export function memberSince(instant: string, now = serverNow()): string {
  const date = new Date(instant);
  return (date.getFullYear() === now.getFullYear() ? monthDay() : monthDayYear()).format(date);
}

/** Formats 'Today at 3:05 PM', 'Yesterday at 9:12 AM', 'Nov 3 at 4:00 PM', in the viewer's time zone. */
export function lastSync(instant: string | null, now = serverNow()): string {
  if (!instant) return '—';
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '—';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const day = sameDay(date, now) ? 'Today' : sameDay(date, yesterday) ? 'Yesterday' : shortMonthDay().format(date);
  return `${day} at ${timeLabel(instant)}`;
}

/** Formats '3:05 PM', in the viewer's time zone. */
export function timeLabel(instant: string): string {
  return time().format(new Date(instant)).replace(/\s/g, ' ');
}

/** Formats the time for use in a sentence: 'today at 3:05 PM'. */
export function lastSyncInSentence(instant: string, now = serverNow()): string {
  return lastSync(instant, now).replace(/^[TY]/, (letter) => letter.toLowerCase());
}

function sameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

/** Formats the time until an instant: '3d 4h 5m 6s', without leading zero parts, '0s' once passed. */
export function countdown(until: string, now: number): string {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000)) || 0;
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return (first < 0 ? parts.slice(-1) : parts.slice(first)).map(([count, unit]) => `${count}${unit}`).join(' ');
}
