import { createHmac } from 'node:crypto';

const day = 86_400_000;
const lifeDays = 4;

export interface MediaLinks {
  /** Returns a picture's URL, valid for some days; stable within one day. */
  sign: (path: string, now: number) => string;
  state: (
    path: string,
    expiry: string | undefined,
    signature: string | undefined,
    now: number,
  ) => 'good' | 'expired' | 'wrong';
}

export function createMediaLinks({ origin, secret }: { origin: string; secret: string }): MediaLinks {
  const signature = (path: string, expiry: string) =>
    createHmac('sha256', secret).update(`${path}?${expiry}`).digest('base64url').slice(0, 24);

  return {
    sign(path, now) {
      const expiry = Math.floor(((Math.floor(now / day) + lifeDays + 1) * day) / 1000).toString(16);
      return `${origin}${path}?oe=${expiry}&oh=${signature(path, expiry)}`;
    },
    state(path, expiry = '', given, now) {
      if (given !== signature(path, expiry)) return 'wrong';
      return Number.parseInt(expiry, 16) * 1000 > now ? 'good' : 'expired';
    },
  };
}
