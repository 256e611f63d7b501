import { ShareLink } from '@tidemark/contract';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { ask } from './ask.ts';
import { fill, readKnown } from './cases.ts';
import { shared } from './matrix-bodies.ts';
import { matrix } from './matrix-table.ts';

const { origin } = inject('program');
let link: ShareLink;
let framed: ShareLink;

async function share(changes: object = {}): Promise<ShareLink> {
  const json = { ...(matrix['POST /user/shares']?.json as object), ...changes };
  const { json: created } = await ask(fill({ as: 'maya', ask: 'POST /user/shares', json }, await readKnown()));
  return ShareLink.parse(created);
}

beforeAll(async () => {
  link = await share();
  framed = await share({ mayBeEmbedded: true });
});

const toPath = ({ url }: ShareLink) => new URL(url ?? '').pathname;
const load = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers: { 'sec-fetch-mode': 'navigate', ...headers }, redirect: 'manual' });
const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';
const openLink = (token: string) => ask({ ask: 'POST /share/open', json: { token, passcode: null } });

describe('167: frames of other sites', () => {
  it('show only the page of an embeddable link', async () => {
    const page = await load(toPath(framed));

    expect(policyOf(page)).toContain('frame-ancestors *');
    expect(page.headers.get('x-frame-options')).toBeNull();
    const others = [
      toPath(link),
      `/share/${'a'.repeat(43)}`,
      '/share/',
      `${toPath(framed)}/x`,
      '/',
      '/sign-in',
      '/profile',
    ];
    for (const path of others)
      expect(policyOf(await load(path, { 'sec-fetch-mode': 'cors' })), path).toContain("frame-ancestors 'none'");
  });

  it('show nothing once the link is revoked', async () => {
    const revoked = await share({ mayBeEmbedded: true });
    await ask({ as: 'maya', ask: `POST /user/shares/${revoked.id}/revoke` });

    expect(policyOf(await load(toPath(revoked)))).toContain("frame-ancestors 'none'");
  });
});

describe('168: caches and search engines', () => {
  it('store neither the page nor its metrics, and list neither', async () => {
    const page = await load(toPath(link));
    const { headers } = await openLink(toPath(link).split('/').at(-1) ?? '');

    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<meta name="robots" content="noindex, nofollow" />');
    for (const one of [page.headers, headers]) {
      expect(one.get('cache-control')).toBe('private, no-store');
      expect(one.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(one.get('referrer-policy')).toBe('no-referrer');
      expect(one.get('set-cookie')).toBeNull();
    }
  });
});

describe('170: programs that preview links', () => {
  it('count no view, and learn only that this is Tidemark', async () => {
    const texts: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) texts.push(await (await load(toPath(framed))).text());
    await fetch(origin + toPath(framed), { method: 'HEAD' });

    const { json } = await ask({ as: 'maya', ask: 'GET /user/shares' });

    expect(JSON.stringify(json)).toContain(framed.id);
    const { views } = (json as { links: ShareLink[] }).links.find(({ id }) => id === framed.id) ?? {};
    expect(views).toBe(0);
    for (const text of texts) expect(text).not.toContain(framed.choice.title);
  });

  it('learn the title as text if its owner allows it, until the link ends or has a passcode', async () => {
    const title = '"><script>alert(1)</script> Autumn';
    const choice = { ...shared.choice, title };
    const [named, locked, revoked] = await Promise.all([
      share({ choice, titleInPreviews: true }),
      share({ choice, titleInPreviews: true, passcode: 'herons wade' }),
      share({ choice, titleInPreviews: true }),
    ]);
    const textOf = async (one: ShareLink) => (await load(toPath(one))).text();
    expect(await textOf(revoked)).toContain('og:title');

    await ask({ as: 'maya', ask: `POST /user/shares/${revoked.id}/revoke` });

    const page = await textOf(named);
    expect(page).toContain('property="og:title" content="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; Autumn"');
    expect(page).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(page).not.toContain('<script>alert(1)');
    for (const closed of [locked, revoked]) {
      const text = await textOf(closed);
      expect(text).not.toContain('og:title');
      expect(text).not.toContain('Autumn');
    }
  });
});
