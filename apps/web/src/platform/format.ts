export {
  compactNumber,
  dayLabel,
  gridNumber,
  percent,
  plural,
  shortDayLabel,
  statNumber,
  trendPercent,
  wholeNumber,
} from '@tidemark/figures';
import { once } from '@tidemark/figures';

const locale = 'en-US';

/** Seconds as m:ss, from an hour up as h:mm:ss. */
export function durationLabel(seconds: number): string {
  const known = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(known / 3600), Math.floor(known / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(known % 60)}` : `${minutes}:${two(known % 60)}`;
}

const dates = (parts: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, parts));
const instantFormat = dates({ month: 'short', day: '2-digit', year: 'numeric' });
const weekdayFormat = dates({ weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthDay = dates({ month: 'long', day: 'numeric' });
const monthDayYear = dates({ month: 'long', day: 'numeric', year: 'numeric' });
const shortMonthDay = dates({ month: 'short', day: 'numeric' });
const time = dates({ hour: 'numeric', minute: '2-digit' });

/** A calendar day of the near past, 'Friday, Mar 5'. */
export function weekdayLabel(day: string): string {
  return weekdayFormat().format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** An instant as a calendar day in the viewer's time zone, 'Mar 05, 2025'. */
export function dateLabel(instant: string | Date): string {
  return instantFormat().format(new Date(instant));
}

/** 'March 5', with the year unless it is the current one. */
export function memberSince(instant: string, now = new Date()): string {
  const date = new Date(instant);
  return (date.getFullYear() === now.getFullYear() ? monthDay() : monthDayYear()).format(date);
}

/** 'Today at 3:05 PM', 'Yesterday at 9:12 AM', 'Nov 3 at 4:00 PM', in the viewer's time zone. */
export function lastSync(instant: string | null, now = new Date()): string {
  if (!instant) return '—';
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '—';
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  const day = sameDay(date, now) ? 'Today' : sameDay(date, yesterday) ? 'Yesterday' : shortMonthDay().format(date);
  return `${day} at ${time().format(date).replace(/\s/g, ' ')}`;
}

/** The same within a sentence: 'today at 3:05 PM'. */
export function lastSyncInSentence(instant: string, now = new Date()): string {
  return lastSync(instant, now).replace(/^[TY]/, (letter) => letter.toLowerCase());
}

function sameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

/** The time until an instant: '3d 4h 5m 6s', without leading zero parts, '0s' once passed. */
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

/** With a capital first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
