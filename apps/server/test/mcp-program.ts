import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { openHttpBrowser } from './http-browser.ts';
import type { TestApp } from './start-test-app.ts';

const callback = 'http://localhost:6274/oauth/callback';

/**
 * Opens an assistant with the SDK's own OAuth client, which knows only the MCP server's address, and its user's
 * browser.
 */
export function openMcpProgram(app: TestApp, email: string, { renews = true }: { renews?: boolean } = {}) {
  const browser = openHttpBrowser(app);
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  const authorizations: URL[] = [];

  const authProvider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'Assistant',
      redirect_uris: [callback],
      grant_types: ['authorization_code', ...(renews ? ['refresh_token'] : [])],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'here',
    clientInformation: () => information,
    saveClientInformation: (given) => void (information = given),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (url) => void authorizations.push(url),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
  };
  const openTransport = () => new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), { authProvider });

  /** Signs in where the program was last sent, allows the scopes, and gives the program its code. */
  async function agree(scopes: readonly string[]): Promise<void> {
    const start = authorizations.at(-1)?.href ?? '';
    let page = await browser.walk(start, { end: callback });
    const post = (url: string, fields: Record<string, string>) =>
      browser.walk(url, { init: { method: 'POST', body: new URLSearchParams(fields) }, end: callback });
    const isAsked = await browser.visit(page).then((answer) => answer.text());
    if (isAsked.includes('name="email"')) page = await post(page, { email });
    const allowed = Object.fromEntries(scopes.map((scope) => [scope, 'on']));
    const end = new URL(await post(`${page}/consent`, { ...allowed, decision: 'allow' }));
    await openTransport().finishAuth(end.searchParams.get('code') ?? '');
  }

  return {
    authorizations,
    agree,
    getTokens: () => tokens,
    getInformation: () => information,
    /** Connects; when the server asks for a sign-in, its user signs in and allows the scopes. */
    async connect(scopes: readonly string[]): Promise<Client> {
      const client = new Client({ name: 'assistant', version: '1' });
      try {
        await client.connect(openTransport());
        return client;
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error;
      }
      await agree(scopes);
      const signedIn = new Client({ name: 'assistant', version: '1' });
      await signedIn.connect(openTransport());
      return signedIn;
    },
  };
}
