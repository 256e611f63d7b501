import { sessionHeader } from '@tidemark/contract';
import type { TestApp } from './start-test-app.ts';

/** Requests as a browser sends them: with cookies, across redirects, between the app and the sandbox's provider. */
export function openHttpBrowser(app: Pick<TestApp, 'url'>, jar = new Map<string, string>()) {
  async function visit(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  /** Follows redirects until a page, or until the next address starts with `end`. */
  async function walk(start: string, { init, end }: { init?: RequestInit; end?: string } = {}): Promise<string> {
    let at = start;
    let answer = await visit(at, init);
    for (let hop = 0; hop < 12; hop += 1) {
      const next = answer.headers.get('location');
      await answer.body?.cancel();
      if (next === null) return at;
      at = new URL(next, at).href;
      if (end !== undefined && at.startsWith(end)) return at;
      answer = await visit(at);
    }
    throw new Error(`Too many redirects, at ${at}`);
  }

  /** Starts a sign-in and chooses a person; returns the address with the code, not yet visited. */
  async function signInUntilCode(email: string, returnTo?: string): Promise<string> {
    const query = returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo }).toString()}`;
    const callback = `${app.url}/login?`;
    const page = await walk(`${app.url}/api/v1/session/sign-in${query}`, { end: callback });
    if (page.startsWith(callback)) return page;
    return walk(page, { init: { method: 'POST', body: new URLSearchParams({ email }) }, end: callback });
  }

  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    visit(`${app.url}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url, [sessionHeader]: '1', ...headers },
      body: JSON.stringify(body),
    });

  return {
    jar,
    visit,
    walk,
    call,
    signInUntilCode,
    /** Signs in as a person; returns the browser's final address. */
    signIn: async (email: string, returnTo?: string) => walk(await signInUntilCode(email, returnTo)),
    /** Returns the session's access token; throws unless there is one. */
    async getToken(rejectedToken?: string): Promise<string> {
      const answer = await call('/session/token', rejectedToken === undefined ? {} : { rejectedToken });
      if (answer.status !== 200) throw new Error(`No token: ${answer.status} ${await answer.text()}`);
      const { accessToken } = (await answer.json()) as { accessToken: string }; // the contract's response
      return accessToken;
    },
    tokenStatus: async (): Promise<number> => (await call('/session/token', {})).status,
    /** Returns the failure that the page would show after sign-in. */
    readFailure: () =>
      decodeURIComponent([...jar].find(([name]) => name.startsWith('tidemark_sign_in_failure'))?.[1] ?? ''),
    /** Returns the session cookie's name and value. */
    getCookie: (): [string, string] | undefined => [...jar].find(([name]) => /^tidemark_session_\d+$/.test(name)),
  };
}

export type HttpBrowser = ReturnType<typeof openHttpBrowser>;
