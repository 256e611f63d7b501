import { plural } from './format.ts';

/** '45 min', '6 h', '2 days', for axes and tables. */
export function ageLabel(minutes: number): string {
  if (minutes < 60) return `${Math.round(minutes)} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `${hours} h`;
  const days = Math.round(hours / 24);
  return `${days} ${plural(days, 'day')}`;
}

/** '6 hours', for use in a sentence. */
export function ageInWords(minutes: number): string {
  return ageLabel(minutes)
    .replace(/^(\d+) min$/, (_, count: string) => `${count} ${plural(Number(count), 'minute')}`)
    .replace(/^(\d+) h$/, (_, count: string) => `${count} ${plural(Number(count), 'hour')}`);
}
