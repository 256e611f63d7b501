import type { Account, PageStart } from '@tidemark/contract';
import { expect, it } from 'vitest';
import { stubbedUser } from '#web/platform/stubbed-user.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';
import { renderFirstShell } from './render-first-shell.tsx';

function account(id: string, name: string): Account {
  const metadata = { ...stubbedAccount.metadata, name, followersCount: 48_300 };
  return { ...stubbedAccount, _id: id, accountName: name, username: name, metadata };
}

const accounts = [account('1', 'Kitchen'), account('2', '<img src=x onerror=alert(1)>')];
const product = { name: 'Pro', cancelAt: null, currentPeriodEnd: null };

function toPage(change: Partial<PageStart['user']['user']> = {}, linked = accounts): PageStart {
  return {
    user: { user: { ...stubbedUser, ...change }, accountRefs: [], product },
    accounts: linked,
    unreadAlerts: 0,
    workspace: null,
    workspaces: [],
  };
}

const render = (page: PageStart, pathname = '/', search: Record<string, string> = {}) =>
  renderFirstShell(page, { pathname, search }, { sandbox: false });

it('contains user and account names as text, hidden from assistive technology', () => {
  const html = render(toPage());

  expect(html).toContain('Theo Okafor');
  expect(html).toContain('Kitchen');
  expect(html).toContain('48.3k followers');
  expect(html).toContain('Loading user data...');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(html).not.toContain('<img src=x');
  expect(html).toMatch(/^<div class="[^"]+" aria-hidden="true" inert="" hidden="">/);
});

it("names the page's account in the breadcrumb", () => {
  expect(render(toPage(), '/account/1')).toMatch(/<li[^>]*aria-current="page"[^>]*>Kitchen<\/li>/);
});

it.each([
  ['Post Insights', toPage({ role: 'system-admin' }), '/', { tab: 'post-insights' }],
  ['an account of somebody else', toPage(), '/account/3', {}],
  ['an Overview without accounts', toPage({}, []), '/', {}],
  ['no accounts shown', toPage(), '/', { accounts: 'none' }],
  ['a plan that has ended', toPage({ subscription: { status: 'canceled', currentPeriodEnd: null } }), '/', {}],
])('renders nothing for %s', (_, page, pathname, search) => {
  expect(render(page, pathname, search)).toBe('');
});
