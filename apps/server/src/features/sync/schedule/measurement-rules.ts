const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Hours after publishing at which a post is measured; later, the nightly sync measures it. */
export const measurementHours = [1, 3, 6, 12, 24, 48] as const;
/** Earliest and latest measurement that counts at an age, as multiples of the age. */
const earliestShare = 0.75;
const latestShare = 1.5;
/** Slightly late, so that one request serves several posts. */
const plannedShare = 1.1;

/** Age until which posts are measured. */
export const measuredMillis = 30 * day;
/** Age up to which a post may still have an age to be measured at. */
export const youngMillis = measurementHours[measurementHours.length - 1]! * latestShare * hour;

/** Polls allowed in 24 hours, by the number of posts in the last 12. */
const pollsByNewPosts = [1, 3, 4, 5] as const;
const newMillis = 12 * hour;
const minGap = 30 * minute;
/** Age from which publishing times no longer count as habits. */
export const habitDays = 56;
const minHabitPosts = 6;
const maxHabits = 2;

export interface YoungPost {
  publishedAt: Date;
  /** Times when its totals were measured, or attempted. */
  measuredAt: readonly Date[];
}

export interface MeasurementPlan {
  now: Date;
  young: readonly YoungPost[];
  /** Earlier requests made only to measure. */
  polls: readonly Date[];
  /** Last time posts were listed, for whatever reason. */
  listedAt: Date | null;
  /** Times when recent posts were published: polls for new posts run at these hours. */
  publishedAt: readonly Date[];
  /** The operator's factor, 1 to 100. */
  throttle: number;
}

/**
 * Returns when young posts are measured next, by their own request: once a day without new posts, up to five times with
 * them. Polls at the account's usual hours are reserved, because a post must be found early. Null without posts to
 * measure or to expect.
 */
export function getNextMeasurement(plan: MeasurementPlan): Date | null {
  const { now, young, polls, publishedAt, throttle } = plan;
  const at = now.getTime();
  const newPosts = young.filter((post) => at - post.publishedAt.getTime() < newMillis).length;
  const allowed = Math.floor((pollsByNewPosts[Math.min(newPosts, 3)] ?? 0) / throttle);
  const usual = usualHours(publishedAt);
  const recent = polls.map((poll) => poll.getTime()).sort((one, other) => one - other);
  const atOtherHours = recent.filter((poll) => !usual.some((start) => hoursSince(start, poll) < 1));
  const toFind = Math.max(Math.min(...discoveryTimes(plan, usual)), whenAllowed(recent, allowed, at));
  const toMeasure = Math.max(
    Math.min(...young.flatMap((post) => dueTimes(post, plan))),
    whenAllowed(recent, allowed, at),
    whenAllowed(atOtherHours, allowed - usual.length, at),
  );
  const next = Math.max(Math.min(toFind, toMeasure), (recent.at(-1) ?? 0) + minGap);
  return Number.isFinite(next) ? new Date(next) : null;
}

/** Returns when fewer than `allowed` polls were made in the 24 hours before. */
function whenAllowed(polls: readonly number[], allowed: number, now: number): number {
  if (allowed < 1) return Infinity;
  const lastDay = polls.filter((poll) => poll > now - day);
  return lastDay.length < allowed ? 0 : (lastDay[lastDay.length - allowed] ?? 0) + day;
}

function dueTimes({ publishedAt, measuredAt }: YoungPost, { now, polls }: MeasurementPlan): number[] {
  const published = publishedAt.getTime();
  const ages = [...measuredAt, ...polls].map((instant) => instant.getTime() - published);
  return measurementHours.flatMap((hours) => {
    const [from, to] = [hours * hour * earliestShare, hours * hour * latestShare];
    const isMeasured = ages.some((age) => age >= from && age <= to);
    return isMeasured || now.getTime() > published + to ? [] : [published + hours * hour * plannedShare];
  });
}

/** Lists the next time for each usual hour, unless posts were listed since. */
function discoveryTimes({ now, polls, listedAt }: MeasurementPlan, usual: readonly number[]): number[] {
  const since = Math.max(now.getTime() - hour, listedAt?.getTime() ?? 0, ...polls.map((poll) => poll.getTime()));
  return usual.map((start) => since + ((24 - hoursSince(start, since)) % 24 || 24) * hour);
}

/** Returns the hours since an hour in the day, in UTC. */
function hoursSince(start: number, instant: number): number {
  return (((instant / hour - start) % 24) + 24) % 24;
}

/** Returns up to two hours in the day, in UTC, by which most posts from the two hours before are published. */
export function usualHours(publishedAt: readonly Date[]): number[] {
  if (publishedAt.length < minHabitPosts) return [];
  const counts = Array.from({ length: 24 }, () => 0);
  for (const instant of publishedAt) counts[instant.getUTCHours()]! += 1;
  const found: number[] = [];
  for (let round = 0; round < maxHabits; round += 1) {
    const sums = counts.map((count, before) => count + (counts[(before + 23) % 24] ?? 0));
    const best = sums.indexOf(Math.max(...sums));
    if ((sums[best] ?? 0) === 0) break;
    found.push((best + 1) % 24);
    counts[best] = counts[(best + 23) % 24] = 0;
  }
  return found;
}

/** Returns true if a measurement adds to its post's last: ages are stored about a sixth apart, and then daily. */
export function isNewAge(lastAgeMinutes: number | null, ageMinutes: number): boolean {
  if (lastAgeMinutes === null) return true;
  return ageMinutes - lastAgeMinutes >= Math.min(20 * 60, Math.max(10, lastAgeMinutes * 0.15));
}
