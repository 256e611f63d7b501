import { request } from 'undici';
import { toPassword, type Person } from './start-network.ts';

/** Opens the page of an account's own server as a browser does, signs in there, and allows or refuses the access. */
export async function signInAtPds(
  address: string,
  person: Person,
  choice: 'consent' | 'reject' = 'consent',
): Promise<URL> {
  const page = new URL(address);
  const cookies = new Map<string, string>();

  /** Sends a request with the browser's cookies and keeps those of the answer. */
  async function send(url: string | URL, headers: Record<string, string>, body?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await request(url, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(`${String(url)}: ${answer.statusCode} ${text}`);
    return { text, location: answer.headers['location'] };
  }

  async function call<Answer>(action: string, body: object, token?: string): Promise<Answer> {
    const headers = {
      'sec-fetch-mode': 'same-origin',
      'sec-fetch-dest': 'empty',
      'sec-fetch-site': 'same-origin',
      origin: page.origin,
      referer: page.href,
      'x-csrf-token': cookies.get('csrf-token') ?? '',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const { text } = await send(`${page.origin}/@atproto/oauth-provider/~api/${action}`, headers, body);
    return JSON.parse(text) as Answer;
  }

  const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  await send(page, { ...navigation, 'sec-fetch-site': 'cross-site' });
  const { ephemeralToken } = await call<{ ephemeralToken?: string }>('sign-in', {
    locale: 'en',
    username: person.handle,
    password: toPassword(person.handle),
  });
  const { url } =
    choice === 'reject'
      ? await call<{ url: string }>('reject', {})
      : await call<{ url: string }>('consent', { did: person.did, scope: 'atproto' }, ephemeralToken);
  const { location } = await send(url, { ...navigation, 'sec-fetch-site': 'same-origin', referer: page.href });
  return new URL(String(location));
}
