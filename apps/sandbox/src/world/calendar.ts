/** A day in Instagram's insights, counted from 1970-01-01, so that day arithmetic uses integers. */
export type DayNumber = number;

const dayMillis = 86_400_000;

export function dayName(day: DayNumber): string {
  return new Date(day * dayMillis).toISOString().slice(0, 10);
}

export function dayNumber(name: string): DayNumber {
  return Math.floor(Date.parse(`${name}T00:00:00Z`) / dayMillis);
}

export function toWeekday(day: DayNumber): number {
  return (day + 4) % 7;
}

export interface Calendar {
  zone: string;
  /** Returns a day's start in the zone, in milliseconds. */
  startOfDay: (day: DayNumber) => number;
  dayAt: (instant: number) => DayNumber;
  /** Returns the hours from midnight UTC to the day's start: 8 for a winter day in Los Angeles. */
  startHour: (day: DayNumber) => number;
  /** Returns the fraction of its day that has passed at an instant, 0 to 1. */
  dayFraction: (instant: number) => number;
}

export function createCalendar(zone: string): Calendar {
  const offsetAt = zone === 'UTC' ? () => 0 : rememberOffsets(zoneOffset(zone));
  const starts = new Map<DayNumber, number>();

  function startOfDay(day: DayNumber): number {
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
    return instant < startOfDay(day) ? day - 1 : instant >= startOfDay(day + 1) ? day + 1 : day;
  }

  const startHour = (day: DayNumber) => (startOfDay(day) - day * dayMillis) / 3_600_000;

  function dayFraction(instant: number): number {
    const day = dayAt(instant);
    const start = startOfDay(day);
    return (instant - start) / (startOfDay(day + 1) - start);
  }

  return { zone, startOfDay, dayAt, startHour, dayFraction };
}

/** Computes offsets once per day, as formatting dates is slow; a zone never changes its offset twice within a day. */
function rememberOffsets(offsetAt: (instant: number) => number): (instant: number) => number {
  const midnights = new Map<DayNumber, number>();
  const offsetAtMidnight = (day: DayNumber) => {
    const offset = midnights.get(day) ?? offsetAt(day * dayMillis);
    midnights.set(day, offset);
    return offset;
  };
  return (instant) => {
    const day = Math.floor(instant / dayMillis);
    const offset = offsetAtMidnight(day);
    return offset === offsetAtMidnight(day + 1) ? offset : offsetAt(instant);
  };
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
