import {
  continueSignIn,
  inspectLink,
  requestReset,
  signInWithPasskey,
  signInWithPassword,
  startLinkPasskey,
  startPasskeySignIn,
  redeemLink,
} from '@tidemark/contract';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { createCookies, requireSameOrigin } from '../../auth/index.ts';
import type { Outbox } from '../../mail/index.ts';
import type { Codes } from '../codes/codes.ts';
import type { BuiltInProvider } from '../provider/built-in-provider.ts';
import { addResetRequest } from '../reset-requests/queries.ts';
import { requireLink, useLink } from '../links/use-link.ts';
import { toSubject } from '../links/sign-in-links.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import { isPassword } from '../../../platform/password-hash.ts';
import { findIdentity, hasIdentities } from '../queries.ts';
import { createBrowserMemory } from './browser-memory.ts';
import type { GuessLimits } from './guess-limits.ts';

export interface SignInDeps {
  db: Database;
  vault: Vault;
  clock: Clock;
  appUrl: string;
  /** Null if users sign in elsewhere. */
  builtInProvider: BuiltInProvider | null;
  passkeys: Passkeys;
  guesses: GuessLimits;
  outbox: Pick<Outbox, 'isEnabled'>;
  codes: Pick<Codes, 'take'>;
  /** Records how a link was used, and ends all sessions after a password reset. */
  onLinkUsed(used: Awaited<ReturnType<typeof useLink>>, requestId: string): Promise<void>;
}

/** Routes for the sign-in page and the pages behind links. The caller is not signed in yet. */
export function signInRoutes(deps: SignInDeps) {
  const { db, vault, clock, appUrl, builtInProvider: provider, passkeys, guesses, outbox, codes, onLinkUsed } = deps;
  const appOrigin = new URL(appUrl).origin;
  const cookies = createCookies(appUrl);
  const memory = createBrowserMemory({ vault, cookies, clock });

  function requireOwnPage(reply: FastifyReply): BuiltInProvider {
    requireSameOrigin(reply.request, appOrigin);
    if (!provider) throw new ApiError('not_found');
    return provider;
  }

  async function answer(reply: FastifyReply, subject: string): Promise<{ redirectTo: string }> {
    const redirectTo = await provider?.answerSignIn(reply.request.raw, reply.raw, subject);
    if (!redirectTo) throw new ApiError('sign_in_expired');
    memory.rememberPerson(reply, subject);
    return { redirectTo };
  }

  return [
    route(signInWithPassword, async ({ body: { email, password, code }, ip, reply }) => {
      requireOwnPage(reply);
      const identity = await findIdentity(db, { email });
      const attempt = { email, ip, browserId: memory.findBrowserId(reply, identity?.subject ?? null) };
      await guesses.begin(attempt);
      if (!(await isPassword(password, identity?.passwordHash ?? null)) || !identity)
        throw new ApiError('credentials_rejected');
      if (identity.totpSecretEncrypted !== null && code === undefined) {
        await guesses.refund(attempt);
        return { redirectTo: null };
      }
      if (identity.totpSecretEncrypted !== null && !(await codes.take(identity, code ?? '')))
        throw new ApiError('code_rejected');
      await guesses.succeed(attempt);
      return answer(reply, identity.subject);
    }),

    route(startPasskeySignIn, async ({ reply }) => {
      requireOwnPage(reply);
      return passkeys.startSignIn();
    }),

    route(signInWithPasskey, async ({ body: { passkey }, reply }) => {
      requireOwnPage(reply);
      return answer(reply, await passkeys.finishSignIn(passkey));
    }),

    route(continueSignIn, async ({ reply }) => {
      const asking = await requireOwnPage(reply).isAsking(reply.request.raw, reply.raw);
      if (!asking) throw new ApiError('sign_in_expired');
      const subject = memory.takeLinkUse(reply);
      if (subject === null) return { redirectTo: null, isSetUp: await hasIdentities(db) };
      return { ...(await answer(reply, subject)), isSetUp: true };
    }),

    route(requestReset, async ({ body: { email }, reply }) => {
      requireOwnPage(reply);
      if (!outbox.isEnabled) throw new ApiError('not_found');
      await addResetRequest(db, email, clock());
      return { success: true as const };
    }),

    route(inspectLink, async ({ body: { token }, reply }) => {
      requireOwnPage(reply);
      const { kind, email, name, subject } = await requireLink(db, token, clock());
      const owner = subject === null ? null : await findIdentity(db, { subject });
      return { kind, email: owner?.email ?? email, name: owner?.name ?? name };
    }),

    route(startLinkPasskey, async ({ body: { token, email, name }, reply }) => {
      requireOwnPage(reply);
      const link = await requireLink(db, token, clock());
      if (link.kind === 'reset') throw new ApiError('link_invalid');
      const person = { subject: toSubject(token), email: link.email ?? email, name };
      return passkeys.startRegistration(person, { isKnown: false });
    }),

    route(redeemLink, async ({ body, requestId, reply }) => {
      requireOwnPage(reply);
      const { token, email = null, name = null, password = null, passkey } = body;
      const registerPasskey = passkey
        ? () => passkeys.finishRegistration(passkey, { subject: null, name: 'Passkey' })
        : null;
      const used = await useLink({ db, clock }, { token, email, name, password, registerPasskey });
      await onLinkUsed(used, requestId);
      const { kind } = used.link;
      if (kind === 'reset') {
        await guesses.forget(used.identity.email);
        memory.rememberPerson(reply, used.identity.subject);
      } else memory.rememberLinkUse(reply, used.identity.subject);
      return { kind, email: used.identity.email };
    }),
  ];
}
