import { addDays, type SendingTimes } from '@tidemark/contract';
import { dayIn, toInstant } from './clock.ts';

export interface Sending {
  at: Date;
  /** The calendar day in the schedule's time zone on which it is sent. */
  day: string;
}

/**
 * Returns the first sending after an instant. An hour that the clocks skip counts as the next one; one they repeat
 * counts once.
 */
export function findNextSending(schedule: SendingTimes, after: Date): Sending {
  let day = dayIn(schedule.timeZone, after);
  for (;;) {
    const at = toInstant(schedule.timeZone, day, schedule.hour);
    if (isDue(schedule, day) && at > after) return { at, day };
    day = addDays(day, 1);
  }
}

/** Returns the sending `back` before the latest one that was due by an instant. */
export function findEarlierSending(schedule: SendingTimes, { now, back }: { now: Date; back: number }): Sending {
  let day = dayIn(schedule.timeZone, now);
  for (let left = back; ; day = addDays(day, -1)) {
    const at = toInstant(schedule.timeZone, day, schedule.hour);
    if (!isDue(schedule, day) || at > now) continue;
    if (left === 0) return { at, day };
    left -= 1;
  }
}

function isDue({ cadence, weekday, monthDay }: SendingTimes, day: string): boolean {
  if (cadence === 'monthly') return Number(day.slice(8, 10)) === monthDay;
  return (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) === weekday;
}

/** The columns in which schedules are stored. */
interface TimeColumns {
  cadence: SendingTimes['cadence'];
  weekday: SendingTimes['weekday'];
  month_day: SendingTimes['monthDay'];
  hour: number;
  time_zone: string;
}

export function toSendingTimes({
  cadence,
  weekday,
  month_day: monthDay,
  hour,
  time_zone: timeZone,
}: TimeColumns): SendingTimes {
  return { cadence, weekday, monthDay, hour, timeZone };
}
