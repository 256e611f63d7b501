import { plural } from '#web/platform/format.ts';

/** "3 of 10 peers · 3 requests to Instagram a day". */
export function usageText({ used, limit, requestsPerDay }: { used: number; limit: number; requestsPerDay: number }) {
  return `${used} of ${limit} ${plural(limit, 'peer')} · ${requestsPerDay} ${plural(requestsPerDay, 'request')} to Instagram a day`;
}
