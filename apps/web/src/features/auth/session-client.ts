import {
  endSession,
  getSessionToken,
  sessionHeader,
  startPage,
  type EndpointResponse,
  type PageStart,
} from '@tidemark/contract';
import type { QueryClient } from '@tanstack/react-query';
import type * as Offline from '#web/platform/offline/index.ts';
import { call, toCallResult } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { offerLiveToken } from '#web/platform/live/page-start.ts';
import { provideSession } from '#web/platform/session/session.ts';
import { countSignIn } from './sign-in-count.ts';

const hour = 3_600_000;
/** Long-lived tokens are replaced as often as live tokens are. */
const maxRenewalMillis = 11 * hour;
const retryMillis = 15_000;
const notResponding = 'The server is not responding. Try again in a moment.';
const ours = { headers: { [sessionHeader]: '1' } };

export type SessionState =
  | { is: 'loading' | 'signed-in' | 'leaving' | 'signing-out' | 'signed-out-elsewhere' }
  /** The sign-in or the log-out failed. */
  | { is: 'failed' | 'still-signed-in'; message: string };

export interface SessionClient {
  /** Resolves once the first state is known. */
  started: Promise<void>;
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Goes to the identity provider, and returns to this page. */
  signIn(): void;
  /** Ends the session on the server, then at the identity provider. */
  logOut(options?: { everywhere?: boolean }): Promise<void>;
}

interface SessionClientOptions {
  location?: Location;
  /** Filled with the data last seen if the server cannot be reached. */
  queries?: QueryClient;
  /** Called before the app is shown, with the data it needs first. */
  onPage?: (page: PageStart) => void;
}

/** The page's side of the session: holds the access token, in memory only. The cookie behind it is the server's. */
export function createSessionClient({
  location = window.location,
  queries,
  onPage,
}: SessionClientOptions = {}): SessionClient {
  const listeners = new Set<() => void>();
  const tabs = new BroadcastChannel('tidemark-session');
  let state: SessionState = { is: 'loading' };
  let token: string | null = null;
  let userId: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let renewing: Promise<string> | undefined;

  function enter(next: SessionState) {
    state = next;
    if (next.is !== 'signed-in') {
      token = null;
      clearTimeout(timer);
    }
    for (const listener of listeners) listener();
  }

  const isLeaving = () => state.is === 'leaving' || state.is === 'signing-out' || state.is === 'signed-out-elsewhere';

  function signIn() {
    if (isLeaving() && state.is !== 'signed-out-elsewhere') return;
    enter({ is: 'leaving' });
    location.replace(toSignInPath(location));
  }

  async function fetchToken(rejectedToken: string | null): Promise<string> {
    const body = rejectedToken === null ? {} : { rejectedToken };
    return takeToken(await call(getSessionToken, { body, ...ours }));
  }

  async function fetchPage(): Promise<string> {
    const answer = await takeEarlyPage();
    const accessToken = takeToken(answer);
    offerLiveToken(answer.liveToken);
    if (answer.page) onPage?.(answer.page);
    return accessToken;
  }

  function takeToken(answer: EndpointResponse<typeof getSessionToken>): string {
    // A different user signed in in another tab, so nothing on this page belongs to them.
    if (userId !== null && userId !== answer.userId) location.reload();
    ({ accessToken: token, userId } = answer);
    schedule(Math.min(answer.renewInSeconds * 1000, maxRenewalMillis));
    return answer.accessToken;
  }

  function schedule(millis: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void renew().catch(() => schedule(retryMillis)), millis);
  }

  const renew = (rejectedToken: string | null = null) => fetchOnce(() => fetchToken(rejectedToken));

  /** Sends one request at a time; without a session, the page leaves for the sign-in. */
  function fetchOnce(fetchAny: () => Promise<string>): Promise<string> {
    renewing ??= fetchAny()
      .catch(async (error: unknown) => {
        if (isSignedOut(error) && !isLeaving()) {
          await withOffline((offline) => offline.deleteOfflineCopy());
          signInAgain();
        }
        throw error;
      })
      .finally(() => (renewing = undefined));
    return renewing;
  }

  function signInAgain() {
    if (countSignIn()) signIn();
    else enter({ is: 'failed', message: 'The sign-in succeeded, but its session ended immediately.' });
  }

  async function logOut({ everywhere = false } = {}) {
    if (state.is === 'signing-out') return;
    enter({ is: 'signing-out' });
    try {
      const { redirectTo } = await call(endSession, { body: { everywhere }, ...ours });
      tabs.postMessage('signed-out');
      await withOffline((offline) => offline.deleteOfflineCopy());
      location.replace(redirectTo);
    } catch (error) {
      enter({ is: 'still-signed-in', message: getServerMessage(error, notResponding) });
    }
  }

  async function start() {
    if (/[?&]signIn=failed(&|$)/.test(location.search)) {
      const { takeSignInFailure } = await import('./sign-in-failure.ts');
      return enter({ is: 'failed', message: takeSignInFailure() });
    }
    if (location.pathname === '/logout') return logOut();
    try {
      await fetchOnce(fetchPage);
      enter({ is: 'signed-in' });
    } catch (error) {
      if (state.is !== 'loading') return;
      const isOpen = queries && (await withOffline((offline) => offline.openOffline(queries, error)));
      enter(isOpen ? { is: 'signed-in' } : { is: 'failed', message: toStartProblem(error) });
    }
  }

  tabs.onmessage = () => {
    if (!isLeaving()) enter({ is: 'signed-out-elsewhere' });
  };
  // A page restored from the browser's cache still shows its old content.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isLeaving()) location.reload();
  });
  provideSession({
    accessToken: () => token,
    renew: () => renew(token),
    confirm: async (refusal) => (await import('./confirm-sign-in.tsx')).confirmSignIn(refusal),
    leave() {
      // Once another tab has logged out, the browser's session may already belong to another user.
      if (!isLeaving()) void logOut();
    },
  });
  const started = start();

  return {
    started,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signIn,
    logOut,
  };
}

/** Loads code that few pages need. Returns null if the code or the browser's storage fails. */
const withOffline = <Result>(use: (offline: typeof Offline) => Promise<Result>) =>
  import('#web/platform/offline/index.ts').then(use).catch(() => null);

/** Takes the response that the page requested before the app had loaded, once; later calls send a request. */
async function takeEarlyPage(): Promise<EndpointResponse<typeof startPage>> {
  const early = window.tidemarkPage;
  delete window.tidemarkPage;
  const response = await early?.catch(() => undefined);
  return response ? toCallResult(startPage, response) : call(startPage, { body: {}, ...ours });
}

declare global {
  interface Window {
    tidemarkPage?: Promise<Response>;
  }
}

/** Explains a failed start. A server that is down sends nothing useful to a user; a server other than Tidemark does. */
function toStartProblem(error: unknown): string {
  return error instanceof CallError && error.status < 500 ? error.message : getServerMessage(error, notResponding);
}

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

function toSignInPath({ pathname, search }: Location): string {
  const query = new URLSearchParams({ returnTo: pathname + search }).toString();
  return pathname === '/login' || query.length > 2_000 ? '/api/v1/session/sign-in' : `/api/v1/session/sign-in?${query}`;
}
