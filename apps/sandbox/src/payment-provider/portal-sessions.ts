import { randomBytes } from 'node:crypto';

export interface PortalSession {
  customer: string;
  returnUrl: string | null;
}

export type PortalSessions = ReturnType<typeof createPortalSessions>;

// Stripe expires an unopened session after five minutes, and an opened one an hour after its last use.
const lasts = 3_600_000;

export function createPortalSessions(now: () => number) {
  const sessions = new Map<string, PortalSession & { until: number }>();

  return {
    open(customer: string, returnUrl: string | null): string {
      const token = `test_${randomBytes(24).toString('base64url')}`;
      sessions.set(token, { customer, returnUrl, until: now() + lasts });
      return token;
    },

    find(token: string): PortalSession | undefined {
      const session = sessions.get(token);
      if (!session || session.until < now()) return undefined;
      session.until = now() + lasts;
      return session;
    },
  };
}
