import { z } from 'zod';
import { TimeZone } from '../analytics/period.ts';

/** Schedule for recurring mail. */
export const SendingTimes = z.strictObject({
  cadence: z.enum(['weekly', 'monthly']),
  /** Weekly mail only: 1 is Monday, 7 is Sunday. */
  weekday: z.int().min(1).max(7),
  /** Monthly mail only. Every month has these days. */
  monthDay: z.int().min(1).max(28),
  hour: z.int().min(0).max(23),
  timeZone: TimeZone,
});
export type SendingTimes = z.infer<typeof SendingTimes>;
