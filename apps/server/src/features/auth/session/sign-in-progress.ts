import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { SignInChecks } from '../../../clients/identity-provider/relying-party.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { Cookies } from './cookies.ts';

/** Enough for a password reset at the provider. */
const maxSeconds = 3_600;
/** Tabs that can sign in at the same time. More would make the request's headers too long. */
const maxConcurrent = 5;

const Progress = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string(),
  startedAt: z.number(),
});

const random = () => randomBytes(32).toString('base64url');
const toPurpose = (state: string) => `sign_in_${state.slice(0, 8)}` as const;
const toAssociatedData = (state: string) => `sign_in|${state}`;

/**
 * Stores a sign-in in progress in a cookie that only we can read. It binds the provider's answer to the browser that
 * requested it, and costs no row for visitors who never return.
 */
export function createSignInProgress({ vault, cookies, clock }: { vault: Vault; cookies: Cookies; clock: Clock }) {
  return {
    start(reply: FastifyReply, returnTo: string): SignInChecks {
      const checks = { state: random(), nonce: random(), codeVerifier: random() };
      const earlier = cookies.listSignIns(reply);
      if (earlier.length >= maxConcurrent) for (const name of earlier) cookies.clearNamed(reply, name);
      const progress = { ...checks, returnTo, startedAt: clock().getTime() };
      const value = vault.encrypt(JSON.stringify(progress), toAssociatedData(checks.state));
      cookies.set(reply, toPurpose(checks.state), value, { maxAge: maxSeconds });
      return checks;
    },

    /** Returns the sign-in that this state belongs to, which ends with it; null if this browser did not start it. */
    finish(reply: FastifyReply, state: string): { checks: SignInChecks; returnTo: string } | null {
      if (!/^[\w-]{8,128}$/.test(state)) return null;
      const value = cookies.read(reply, toPurpose(state));
      if (value === undefined) return null;
      cookies.clear(reply, toPurpose(state));
      const progress = decrypt(vault, value, state);
      if (!progress || clock().getTime() - progress.startedAt > maxSeconds * 1000) return null;
      const { returnTo, nonce, codeVerifier } = progress;
      return { returnTo, checks: { state: progress.state, nonce, codeVerifier } };
    },
  };
}

function decrypt(vault: Vault, value: string, state: string): z.output<typeof Progress> | null {
  try {
    return Progress.parse(JSON.parse(vault.decrypt(value, toAssociatedData(state))));
  } catch {
    return null;
  }
}
