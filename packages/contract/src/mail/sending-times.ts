import { z } from 'zod';
import { TimeZone } from '../analytics/period.ts';

/** When mail is sent again and again. */
export const SendingTimes = z.strictObject({
  cadence: z.enum(['weekly', 'monthly']),
  /** For weekly mail: 1 is Monday, 7 is Sunday. */
  weekday: z.int().min(1).max(7),
  /** For monthly mail. Every month has these days. */
  monthDay: z.int().min(1).max(28),
  hour: z.int().min(0).max(23),
  timeZone: TimeZone,
});
export type SendingTimes = z.infer<typeof SendingTimes>;
