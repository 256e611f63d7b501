export interface Option {
  value: number;
  label: string;
}

const locale = 'en-US';
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
const hour = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** 1 is Monday, as was January 1, 2024. */
export const weekdayOptions: readonly Option[] = range(1, 7).map((value) => ({
  value,
  label: weekday.format(Date.UTC(2024, 0, value)),
}));
export const monthDayOptions: readonly Option[] = range(1, 28).map((value) => ({ value, label: `Day ${value}` }));
export const hourOptions: readonly Option[] = range(0, 23).map((value) => ({
  value,
  label: hour.format(Date.UTC(2024, 0, 1, value)).replace(/\s/g, ' '),
}));

/** Formats 'The next one is sent on Monday, Nov 23 at 8:00 AM (Europe/Berlin).' */
export function nextSendingLabel(nextAt: string, timeZone: string): string {
  const instant = new Date(nextAt);
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'short', day: 'numeric', timeZone });
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone });
  return `The next one is sent on ${day.format(instant)} at ${time.format(instant).replace(/\s/g, ' ')} (${timeZone}).`;
}
