import { addDays, type DigestSchedule } from '@tidemark/contract';

export interface Range {
  from: string;
  to: string;
}

/** Returns the seven days before a weekly digest, or the month before a monthly one. */
export function toDigestRange({ cadence }: Pick<DigestSchedule, 'cadence'>, day: string): Range {
  if (cadence === 'weekly') return { from: addDays(day, -7), to: addDays(day, -1) };
  const to = addDays(`${day.slice(0, 7)}-01`, -1);
  return { from: `${to.slice(0, 7)}-01`, to };
}
