/** The one place that asks what time it is; tests hand in their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The calendar day of an instant in a zone, `YYYY-MM-DD`. */
export function dayIn(zone: string, instant: Date): string {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(zone, format);
  }
  return format.format(instant);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day `count` days after (or before) a day. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The instant at which a day starts in a zone. */
export function startOfDay(zone: string, day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Two rounds settle the offset, also on the days on which the clocks change.
  let guess = midnight;
  for (let round = 0; round < 2; round += 1) guess = midnight - offsetAt(zone, new Date(guess));
  return new Date(guess);
}

function offsetAt(zone: string, instant: Date): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return local - Math.floor(instant.getTime() / 1000) * 1000;
}
