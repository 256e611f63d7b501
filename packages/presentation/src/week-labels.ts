import type { BestTime } from '@tidemark/contract';
import { wholeNumber } from './format.ts';

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export const weekdayNames: readonly string[] = names;
export const shortWeekdays: readonly string[] = names.map((name) => name.slice(0, 3));

/** `6 PM` */
export function hourLabel(hour: number): string {
  return `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`;
}

/** `Thursday, 6 PM–7 PM` */
export function slotLabel(weekday: number, hour: number): string {
  return slotsLabel(weekday, hour, 1);
}

/** `Thursday, 4 PM–8 PM` */
export function slotsLabel(weekday: number, hour: number, hours: number): string {
  return `${names[weekday] ?? ''}, ${hourLabel(hour)}–${hourLabel(hour + hours)}`;
}

/** `+12%`, `−8%` or `0%` */
export function signedPercent(value: number): string {
  const rounded = Math.round(value);
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${Math.abs(rounded)}%`;
}

/** `America/New York` */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** Sources for the posts' results: `: 90 measured at 48 hours, 41 estimated from later totals` */
export function basisLabel({ measured, lifetime }: BestTime['basis']): string {
  if (lifetime === 0) return ', all measured at 48 hours';
  if (measured === 0) return ', all estimated from later totals';
  return `: ${wholeNumber(measured)} measured at 48 hours, ${wholeNumber(lifetime)} estimated from later totals`;
}
