import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { toNetwork } from '../../platform/http/limits.ts';

const pauseMillis = 30 * 60_000;
const maxRemembered = 20_000;

/**
 * Decides if an opening counts as a view: once in half an hour per network and link. Networks are neither stored nor
 * readable: memory holds hashes with a key that ends with the process.
 */
export function createViewCounter(clock: Clock) {
  const key = randomBytes(32);
  const counted = new Map<string, number>();

  return function isNewView({ linkId, ip }: { linkId: string; ip: string }): boolean {
    const now = clock().getTime();
    const who = createHmac('sha256', key)
      .update(JSON.stringify([linkId, toNetwork(ip)]))
      .digest('base64');
    const last = counted.get(who);
    if (last !== undefined && Math.abs(now - last) < pauseMillis) return false;
    counted.delete(who);
    counted.set(who, now);
    const [oldest] = counted.keys();
    if (counted.size > maxRemembered && oldest !== undefined) counted.delete(oldest);
    return true;
  };
}
