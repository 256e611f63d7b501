export {
  capitalize,
  compactNumber,
  dayLabel,
  gridNumber,
  percent,
  plural,
  shortDayLabel,
  statNumber,
  trendPercent,
  wholeNumber,
} from '@tidemark/presentation';
import { once } from '@tidemark/presentation';

const locale = 'en-US';

/** Formats seconds as m:ss, from an hour up as h:mm:ss. */
export function durationLabel(seconds: number): string {
  const known = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes] = [Math.floor(known / 3600), Math.floor(known / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(known % 60)}` : `${minutes}:${two(known % 60)}`;
}

/** Creates a date format on first use. */
export const dates = (parts: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, parts));
const instantFormat = dates({ month: 'short', day: '2-digit', year: 'numeric' });
const weekdayFormat = dates({ weekday: 'long', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Formats a recent calendar day, 'Friday, Mar 5'. */
export function weekdayLabel(day: string): string {
  return weekdayFormat().format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
}

/** Formats an instant as a calendar day in the viewer's time zone, 'Mar 05, 2025'. */
export function dateLabel(instant: string | Date): string {
  return instantFormat().format(new Date(instant));
}
