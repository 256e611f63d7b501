/** A day of Instagram's insights, counted from 1970-01-01. Day arithmetic stays in whole numbers; names only at the edge. */
export type DayNumber = number;

const dayMillis = 86_400_000;

export function dayName(day: DayNumber): string {
  return new Date(day * dayMillis).toISOString().slice(0, 10);
}

export function dayNumber(name: string): DayNumber {
  return Math.floor(Date.parse(`${name}T00:00:00Z`) / dayMillis);
}

export function weekdayOf(day: DayNumber): number {
  return (day + 4) % 7;
}

export interface Calendar {
  zone: string;
  /** The instant, in milliseconds, at which a day of the zone begins. */
  startOf: (day: DayNumber) => number;
  dayAt: (instant: number) => DayNumber;
  /** How much of its day an instant has behind it, 0 to 1. */
  fractionOf: (instant: number) => number;
}

export function createCalendar(zone: string): Calendar {
  const offsetAt = zone === 'UTC' ? () => 0 : zoneOffset(zone);
  const starts = new Map<DayNumber, number>();

  function startOf(day: DayNumber): number {
    const known = starts.get(day);
    if (known !== undefined) return known;
    const wall = day * dayMillis;
    const guess = wall - offsetAt(wall);
    const start = wall - offsetAt(guess);
    starts.set(day, start);
    return start;
  }

  function dayAt(instant: number): DayNumber {
    const day = Math.floor((instant + offsetAt(instant)) / dayMillis);
    return instant < startOf(day) ? day - 1 : instant >= startOf(day + 1) ? day + 1 : day;
  }

  function fractionOf(instant: number): number {
    const day = dayAt(instant);
    const start = startOf(day);
    return (instant - start) / (startOf(day + 1) - start);
  }

  return { zone, startOf, dayAt, fractionOf };
}

function zoneOffset(zone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (instant) => {
    const parts = new Map<string, number>(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const at = (name: string) => parts.get(name) ?? 0;
    const wall = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute'), at('second'));
    return wall - Math.floor(instant / 1000) * 1000;
  };
}
