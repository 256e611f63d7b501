/** The one place that asks what time it is; tests hand in their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export function dayIn(zone: string, instant: Date): string {
  return formatOf(dayFormats, zone, {}).format(instant);
}

// Making one takes far longer than using it, and a sync uses thousands.
type Formats = Map<string, Intl.DateTimeFormat>;
const dayFormats: Formats = new Map();
const secondFormats: Formats = new Map();

function formatOf(formats: Formats, zone: string, more: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: '2-digit', day: '2-digit' };
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...day, ...more });
    formats.set(zone, format);
  }
  return format;
}

/** The day `count` days after (or before) a day. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

const starts = new Map<string, number>();
const mostStarts = 5_000;

/** The instant at which a day starts in a zone. */
export function startOfDay(zone: string, day: string): Date {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return new Date(known);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Two rounds settle the offset, also on the days on which the clocks change.
  let guess = midnight;
  for (let round = 0; round < 2; round += 1) guess = midnight - offsetAt(zone, new Date(guess));
  if (starts.size >= mostStarts) starts.clear();
  starts.set(key, guess);
  return new Date(guess);
}

function offsetAt(zone: string, instant: Date): number {
  const time: Intl.DateTimeFormatOptions = {
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  };
  const parts = formatOf(secondFormats, zone, time).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}
