import { createHmac, randomBytes } from 'node:crypto';

export const createWebhookSecret = () => `whsec_${randomBytes(32).toString('base64url')}`;

/** Returns `t=<unix seconds>,v1=<hex>`: the HMAC-SHA256 over the time, a dot and the body. */
export function signWebhook(body: string, { secret, now }: { secret: string; now: Date }): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
