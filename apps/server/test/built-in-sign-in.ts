import { Secret, TOTP } from 'otpauth';
import { openHttpBrowser, type HttpBrowser } from './http-browser.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './start-test-app.ts';
import { createTestClient, type TestClient } from './test-client.ts';

export const goodPassword = 'four quiet herons wade';
export const operator = { email: 'olu@tidemark.test', name: 'Olu Adeyemi', password: goodPassword };

/** Starts the app without another identity provider. */
export function startBuiltInApp({ environment = {}, ...options }: TestAppOptions = {}): Promise<TestApp> {
  const withoutProvider = {
    OIDC_ISSUER: '',
    OIDC_CLIENT_ID: '',
    OIDC_AUDIENCE: '',
    OIDC_CLIENT_SECRET: '',
    MCP_OAUTH: '',
  };
  return startTestApp({ work: false, ...options, environment: { ...withoutProvider, ...environment } });
}

export interface Person {
  email: string;
  name: string;
  password: string;
}

export const toToken = (link: string) => new URL(link).hash.slice(1);

/** Returns an authenticator app's current code. */
export const toCode = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Sends the sign-in pages' requests as a browser does. */
export function openSignInBrowser(app: Pick<TestApp, 'url'>, jar?: Map<string, string>) {
  const browser = openHttpBrowser(app, jar);

  async function post(path: string, body: unknown, headers?: Record<string, string>) {
    const answer = await browser.call(path, body, headers);
    const text = await answer.text();
    // The contract's response, or a failure.
    const json = JSON.parse(text) as { redirectTo?: string | null; error?: { code: string; message: string } };
    return { status: answer.status, code: json.error?.code ?? null, ...json };
  }

  return {
    ...browser,
    post,
    /** Opens the sign-in page. */
    start: (returnTo?: string) =>
      browser.walk(
        `${app.url}/api/v1/session/sign-in${returnTo === undefined ? '' : `?${new URLSearchParams({ returnTo }).toString()}`}`,
      ),
    /** Returns the browser's destination, or the refusal's code. */
    async signInWith({ email, password }: Pick<Person, 'email' | 'password'>, returnTo?: string) {
      await this.start(returnTo);
      const { redirectTo, code } = await post('/credentials/sign-in', { email, password });
      return redirectTo ? browser.walk(redirectTo) : code;
    },
    /** Uses a link and is signed in. */
    async join(link: string, { email, name, password }: Person): Promise<TestClient> {
      const used = await post('/credentials/link/use', {
        token: toToken(link),
        ...(email && { email }),
        name,
        password,
      });
      if (used.status !== 200) throw new Error(`The link was not accepted: ${used.code}`);
      await this.start();
      const { redirectTo } = await post('/credentials/continue', {});
      await browser.walk(redirectTo ?? '');
      return createTestClient(app.url, await browser.getToken());
    },
  };
}

export type SignInBrowser = ReturnType<typeof openSignInBrowser> & HttpBrowser;

/** Creates the first operator, through the setup link. */
export async function joinAsOperator(app: TestApp): Promise<TestClient> {
  return openSignInBrowser(app).join((await app.createSetupLink()) ?? '', operator);
}
