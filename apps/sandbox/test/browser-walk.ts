import { createHash, randomBytes } from 'node:crypto';
import type { Sandbox } from '../src/index.ts';
import type { Answer } from './sandbox-client.ts';
import { appOrigin, ask } from './sandbox-client.ts';

/**
 * Opens a headless browser: it follows redirects inside the sandbox, stores cookies and stops where the application
 * begins.
 */
export function openBrowser(sandbox: Sandbox) {
  const cookies = new Map<string, string>();

  async function visit(url: string, init: RequestInit = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  async function follow(first: Answer): Promise<Answer> {
    let answer = first;
    for (let hop = 0; hop < 10; hop += 1) {
      const next = answer.headers.get('location');
      if (next === null || !next.startsWith(sandbox.url)) return answer;
      answer = await visit(next);
    }
    return answer;
  }

  return { visit, follow, cookies };
}

export type Browser = ReturnType<typeof openBrowser>;

export function authorizeAddress(sandbox: Sandbox, more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: sandbox.environment['OIDC_CLIENT_ID'] ?? '',
    response_type: 'code',
    scope: 'openid profile email offline_access',
    redirect_uri: `${appOrigin}/login`,
    state: 'here',
    nonce: 'once',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return { verifier, url: `${sandbox.environment['OIDC_ISSUER']}/authorize?${query.toString()}` };
}

/** Signs in and returns the application's URL with a code. */
export async function signIn(sandbox: Sandbox, browser: Browser, email: string) {
  const { verifier, url } = authorizeAddress(sandbox);
  const begun = await browser.visit(url);
  const page = begun.headers.get('location') ?? '';
  await browser.visit(page);
  const chosen = await browser.visit(page, { method: 'POST', body: new URLSearchParams({ email }) });
  const back = new URL((await browser.follow(chosen)).headers.get('location') ?? '');
  return { code: back.searchParams.get('code') ?? '', verifier, back };
}

export function redeem(sandbox: Sandbox, parts: Record<string, string>): Promise<Answer> {
  const body = new URLSearchParams({
    client_id: sandbox.environment['OIDC_CLIENT_ID'] ?? '',
    redirect_uri: `${appOrigin}/login`,
    ...parts,
  });
  return ask(`${sandbox.environment['OIDC_ISSUER']}/token`, { method: 'POST', headers: { origin: appOrigin }, body });
}

export async function signInForTokens(
  sandbox: Sandbox,
  email: string,
  browser = openBrowser(sandbox),
): Promise<Answer> {
  const { code, verifier } = await signIn(sandbox, browser, email);
  return redeem(sandbox, { grant_type: 'authorization_code', code, code_verifier: verifier });
}
