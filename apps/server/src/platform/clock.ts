/** The only source of the current time; tests inject their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

export interface DayClock {
  clock: Clock;
  /** The IANA time zone in which Instagram counts days. */
  dayZone: string;
}

/** Returns an instant's calendar day in a time zone, `YYYY-MM-DD`. */
export function dayIn(zone: string, instant: Date): string {
  return getFormat(dayFormats, zone, {}).format(instant);
}

// Creating a format takes far longer than using it, and a sync uses thousands.
type Formats = Map<string, Intl.DateTimeFormat>;
const dayFormats: Formats = new Map();
const secondFormats: Formats = new Map();

function getFormat(formats: Formats, zone: string, more: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...day, ...more });
    formats.set(zone, format);
  }
  return format;
}

const starts = new Map<string, number>();
const maxStarts = 5_000;
const dayMillis = 86_400_000;
const quarterHourMillis = 900_000;

/** Returns the instant at which a day starts in a time zone. */
export function startOfDay(zone: string, day: string): Date {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return new Date(known);
  const start = toInstant(zone, day);
  if (starts.size >= maxStarts) starts.clear();
  starts.set(key, start.getTime());
  return start;
}

/**
 * Returns the instant of a local hour: the first one if the clocks repeat it, the first after the gap if they skip it.
 */
export function toInstant(zone: string, day: string, hour = 0): Date {
  const local = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  // No zone is a whole day off UTC, and none changes its clocks twice within two days.
  const before = offsetAt(zone, new Date(local - dayMillis));
  const after = offsetAt(zone, new Date(local + dayMillis));
  if (offsetAt(zone, new Date(local - before)) === before) return new Date(local - before);
  let instant = local - after;
  while (offsetAt(zone, new Date(instant)) !== after) instant += quarterHourMillis;
  return new Date(instant);
}

/** Returns the milliseconds by which a time zone is ahead of UTC. */
export function offsetAt(zone: string, instant: Date): number {
  const time: Intl.DateTimeFormatOptions = {
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  };
  const parts = getFormat(secondFormats, zone, time).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}

/** Returns the local date and time in a time zone, `YYYY-MM-DDTHH:mm:ss`. */
export function wallClockIn(zone: string, instant: Date): string {
  return new Date(instant.getTime() + offsetAt(zone, instant)).toISOString().slice(0, 19);
}
