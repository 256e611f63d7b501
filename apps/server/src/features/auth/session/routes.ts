import {
  chooseWorkspace,
  endSession,
  finishSignIn,
  getSessionToken,
  startPage,
  startSignIn,
  type LiveMessage,
  type PageStart,
} from '@tidemark/contract';
import type { FastifyReply } from 'fastify';
import type { IdentityProvider } from '../../../clients/identity-provider/identity-provider.ts';
import { SignInError, type RelyingParty } from '../../../clients/identity-provider/relying-party.ts';
import { TokenRejection } from '../../../clients/identity-provider/token-rejection.ts';
import type { Database } from '../../../database/database.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { recentSignInSeconds } from '../../../platform/http/recent-sign-in.ts';
import { route, type Viewer } from '../../../platform/http/route.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { createLiveTokens, endStreams, type LiveStreams } from '../../live/index.ts';
import { recordActivity } from '../activity.ts';
import type { SignIn } from '../authenticate.ts';
import type { SubjectBinding } from '../bind-subject.ts';
import { createCookies } from './cookies.ts';
import { enterChosen, type EnterWorkspace } from './enter-chosen.ts';
import { createRenewal } from './renew-tokens.ts';
import { requireSameOrigin } from './same-origin.ts';
import type { Session, SessionStore } from './session-store.ts';
import { createSignInProgress } from './sign-in-progress.ts';

/** The app decides what to show first. */
const landing = '/login';
const failureSeconds = 60;
const signedOutSeconds = 3_600;
/** Time within which a rejected token is not renewed again: the cause must be another. */
const minRenewalMillis = 10_000;
/** More live tokens than a user can request: pages that close while they load never use theirs. */
const maxPagesPerMinute = 600;
const nothing = { page: null, liveToken: null };

export interface SessionRouteDeps {
  db: Database;
  events: EventBus<LiveMessage>;
  streams: Pick<LiveStreams, 'beginPage'>;
  sessions: SessionStore;
  vault: Vault;
  relyingParty: RelyingParty;
  identityProvider: IdentityProvider;
  authenticate(token: string, signIn?: SignIn): Promise<Viewer>;
  subjects: SubjectBinding;
  /** Reads what each of a user's pages needs first. */
  readStartPage(viewer: Viewer): Promise<PageStart>;
  enterWorkspace: EnterWorkspace;
  clock: Clock;
  log: Log;
  appUrl: string;
}

export function sessionRoutes(deps: SessionRouteDeps) {
  const {
    db,
    sessions,
    streams,
    vault,
    relyingParty,
    identityProvider,
    authenticate,
    readStartPage,
    enterWorkspace,
    clock,
    log,
    appUrl,
  } = deps;
  const cookies = createCookies(appUrl);
  const progress = createSignInProgress({ vault, cookies, clock });
  const renew = createRenewal(deps);
  const liveTokens = createLiveTokens(deps);
  const appOrigin = new URL(appUrl).origin;
  const secondsUntil = (instant: Date) => Math.max(0, (instant.getTime() - clock().getTime()) / 1000);

  function redirect(reply: FastifyReply, to: string): string {
    void reply.redirect(to);
    return '';
  }

  /** Passes the message to the app, which would otherwise start over. */
  function fail(reply: FastifyReply, error: unknown): string {
    const message = toMessage(error);
    log.warn({ err: error }, 'A sign-in failed');
    cookies.set(reply, 'sign_in_failure', message, { maxAge: failureSeconds, httpOnly: false });
    return redirect(reply, '/profile?signIn=failed');
  }

  async function findSession(reply: FastifyReply): Promise<{ cookie: string; session: Session } | null> {
    const cookie = cookies.read(reply, 'session');
    const session = cookie === undefined ? null : await sessions.find(cookie);
    return cookie !== undefined && session ? { cookie, session } : null;
  }

  /** Makes the next sign-in request a new login: the provider’s own session may have outlasted ours. */
  function requireLogin(reply: FastifyReply): void {
    cookies.set(reply, 'signed_out', '1', { maxAge: signedOutSeconds });
  }

  /** Revokes a refresh token. Users don't wait for it: the session has ended here, whatever the provider responds. */
  function revoke(refreshToken: string | null): void {
    if (refreshToken === null) return;
    identityProvider
      .discover()
      .then((discovery) => relyingParty.revoke(discovery, refreshToken))
      .catch((err: unknown) => log.warn({ err }, 'A refresh token could not be revoked at the identity provider'));
  }

  /** Returns the session's access token, renewed when it is about to expire or was rejected. */
  async function issueToken(reply: FastifyReply, rejectedToken?: string) {
    const found = await findSession(reply);
    if (!found) {
      const cookie = cookies.read(reply, 'session');
      if (cookie !== undefined && (await sessions.wasEnded(cookie))) requireLogin(reply);
      cookies.clear(reply, 'session');
      throw new ApiError('unauthenticated');
    }
    const now = clock();
    const isRejected =
      rejectedToken === found.session.accessToken &&
      now.getTime() - found.session.issuedAt.getTime() > minRenewalMillis;
    const mustRenew = isRejected || toRenewal(found.session) <= now;
    const { session, cookie } = mustRenew
      ? await renew(found.session, found.cookie).catch((error: unknown) => {
          if (error instanceof ApiError && error.code === 'unauthenticated') cookies.clear(reply, 'session');
          throw error;
        })
      : { session: found.session, cookie: null };
    if (cookie) cookies.set(reply, 'session', cookie, { maxAge: secondsUntil(session.endsAt) });
    return {
      accessToken: session.accessToken,
      userId: session.userId,
      expiresInSeconds: Math.floor(secondsUntil(session.expiresAt)),
      renewInSeconds: Math.max(1, Math.ceil(secondsUntil(toRenewal(session)))),
    };
  }

  /** Reads the page while the token is checked, which may change the user's role. */
  async function readAuthenticated(
    { accessToken, userId }: { accessToken: string; userId: string },
    reply: FastifyReply,
  ) {
    const keepPage = streams.beginPage();
    const chosen = cookies.read(reply, 'workspace');
    const placed = await enterChosen(enterWorkspace, { userId, role: 'user' }, chosen);
    if (chosen !== undefined && !placed.member) cookies.clear(reply, 'workspace');
    const [viewer, page] = await Promise.all([authenticate(accessToken), readStartPage(placed)]);
    // Not awaited: nothing on the page depends on it.
    recordActivity(db, viewer.userId, clock()).catch((err: unknown) =>
      log.warn({ err }, 'A user’s activity could not be recorded'),
    );
    if (viewer.lacksSecondFactor) return nothing;
    const isCurrent = viewer.userId === userId && viewer.role === page.user.user.role;
    // If the rate limit refuses it, the app requests a token itself, and reports the refusal.
    const liveToken = await liveTokens.issue(isCurrent ? placed : viewer, maxPagesPerMinute).catch(toNull);
    if (liveToken !== null) keepPage(liveToken);
    return { page: isCurrent ? page : await readStartPage(viewer), liveToken };
  }

  async function finish(reply: FastifyReply, query: URLSearchParams): Promise<string> {
    const begun = progress.finish(reply, query.get('state') ?? '');
    if (!begun) {
      // A finished sign-in's URL was opened again, for example from the browser's history.
      if (await findSession(reply)) return redirect(reply, landing);
      throw new SignInError(
        `This sign-in has expired or was started in another browser. Open ${appUrl} and try again.`,
      );
    }
    const tokens = await relyingParty.exchange(await identityProvider.discover(), query, begun.checks);
    const viewer = await authenticate(tokens.accessToken, { claims: tokens.claims });
    const earlier = await findSession(reply);
    if (earlier) await sessions.end(earlier.session.sessionId);
    const { cookie, endsAt } = await sessions.open(viewer.userId, tokens, reply.request.headers['user-agent'] ?? null);
    cookies.set(reply, 'session', cookie, { maxAge: secondsUntil(endsAt) });
    return redirect(reply, begun.returnTo);
  }

  return [
    route(startSignIn, async ({ query: { returnTo = landing, prompt }, reply }) => {
      try {
        const discovery = await identityProvider.discover();
        const isSignedOut = cookies.read(reply, 'signed_out') !== undefined;
        if (isSignedOut) cookies.clear(reply, 'signed_out');
        const to = /^\/(login|logout)\/?(\?|$)/.test(returnTo) ? landing : returnTo;
        const checks = progress.start(reply, to);
        const maxAgeSeconds = isSignedOut || prompt ? recentSignInSeconds : null;
        return redirect(reply, await relyingParty.toSignInUrl(discovery, checks, maxAgeSeconds));
      } catch (error) {
        return fail(reply, error);
      }
    }),

    route(finishSignIn, async ({ reply }) => {
      try {
        return await finish(reply, new URL(reply.request.url, appUrl).searchParams);
      } catch (error) {
        return fail(reply, error);
      }
    }),

    route(getSessionToken, async ({ body: { rejectedToken }, reply }) => {
      requireSameOrigin(reply.request, appOrigin);
      return issueToken(reply, rejectedToken);
    }),

    route(startPage, async ({ reply }) => {
      requireSameOrigin(reply.request, appOrigin);
      const token = await issueToken(reply);
      // The provider or an operator may have ended this token: the page's first call reports that.
      const start = await readAuthenticated(token, reply).catch(toNull);
      return { ...token, ...(start ?? nothing) };
    }),

    route(chooseWorkspace, async ({ body: { workspaceId }, reply }) => {
      requireSameOrigin(reply.request, appOrigin);
      const found = await findSession(reply);
      if (!found) throw new ApiError('unauthenticated');
      const { userId, endsAt } = found.session;
      const { member } = await enterWorkspace({ userId, role: 'user' }, workspaceId);
      if (member) cookies.set(reply, 'workspace', workspaceId, { maxAge: secondsUntil(endsAt) });
      else cookies.clear(reply, 'workspace');
      return { success: true as const };
    }),

    route(endSession, async ({ body: { everywhere }, reply }) => {
      requireSameOrigin(reply.request, appOrigin);
      const found = await findSession(reply);
      cookies.clear(reply, 'session');
      cookies.clear(reply, 'workspace');
      // Post pictures are cached for a year. Storage has only preferences; clearing cookies would reach the whole
      // domain, and make this an unknown browser.
      reply.header('clear-site-data', '"cache"');
      if (found) {
        const { sessionId, userId, refreshToken } = found.session;
        if (everywhere) for (const token of await sessions.endAll(userId)) revoke(token);
        else {
          await sessions.end(sessionId);
          revoke(refreshToken);
        }
        await endStreams(deps, userId);
      }
      const discovery = await identityProvider.discover().catch(() => null);
      const atProvider = discovery && relyingParty.toSignOutUrl(discovery, found?.session.idToken ?? null);
      // The provider would sign the same person in again if its logout page is skipped.
      if (!atProvider) requireLogin(reply);
      return { redirectTo: atProvider ?? '/' };
    }),
  ];
}

/**
 * Returns when to renew: short-lived tokens after two thirds of their life, others 90 seconds before they expire, and
 * tokens without a refresh token only at expiry.
 */
function toRenewal({ issuedAt, expiresAt, refreshToken }: Session): Date {
  const lifetime = expiresAt.getTime() - issuedAt.getTime();
  return refreshToken === null ? expiresAt : new Date(expiresAt.getTime() - Math.min(90_000, lifetime / 3));
}

/** Returns null for an error that a later call reports, and throws others. */
function toNull(error: unknown): null {
  if (!(error instanceof ApiError)) throw error;
  return null;
}

function toMessage(error: unknown): string {
  if (error instanceof SignInError) return error.message;
  if (!(error instanceof ApiError)) return 'Something went wrong on our side.';
  return error.cause instanceof TokenRejection
    ? `The identity provider’s access token was not accepted: ${error.cause.message}.`
    : error.message;
}
