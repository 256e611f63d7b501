import { describe, expect, it } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { type Access, redirectFor } from './guards.ts';
import { createAppRouter } from './routes.tsx';

const router = createAppRouter({ queries: createQueryClient(), findRedirect: () => null });

/** Asks the guard as the router does, with the needs of the page at the path. */
function redirectFrom(path: string, access: Access) {
  const page = router.matchRoutes(path, {}).at(-1);
  if (!page) throw new Error(`No page has the path ${path}`);
  return redirectFor(path, page.staticData.needs, access);
}

const able: Access = { subscription: 'active', accounts: 3, isOperator: false, isClient: false, lacksMeta: false };

describe('user with an active plan and accounts', () => {
  it.each(['/', '/account/178', '/account/add', '/profile', '/subscription', '/welcome', '/logout'])(
    'may open %s',
    (path) => {
      expect(redirectFrom(path, able)).toBeNull();
    },
  );

  it('is redirected from the sign-in to the dashboard', () => {
    expect(redirectFrom('/login', able)).toBe('/');
  });
});

describe('client of a workspace', () => {
  const client: Access = { ...able, isClient: true };

  it.each(['/labels', '/peers'])('is redirected from the team’s page %s to the dashboard', (path) => {
    expect(redirectFrom(path, client)).toBe('/');
    expect(redirectFrom(path, able)).toBeNull();
  });

  it('may open the accounts’ other pages', () => {
    for (const path of ['/posts', '/reports', '/best-time', '/compare']) expect(redirectFrom(path, client)).toBeNull();
  });
});

describe('user without accounts, or whose accounts could not be loaded', () => {
  it.each([0, null])('is redirected to the profile (%s)', (accounts) => {
    for (const path of ['/', '/account/178', '/login']) {
      expect(redirectFrom(path, { ...able, accounts })).toBe('/profile');
    }
  });

  it('may open the page that adds an account', () => {
    expect(redirectFrom('/account/add', { ...able, accounts: 0 })).toBeNull();
  });
});

describe.each(['free', 'canceled'] as const)('user whose subscription is %s', (subscription) => {
  it.each(['/', '/account/178', '/account/add', '/roadmap', '/login', '/anything'])(
    'is redirected from %s to the profile',
    (path) => {
      expect(redirectFrom(path, { ...able, subscription })).toBe('/profile');
    },
  );

  it.each(['/profile', '/subscription', '/welcome', '/logout'])('may open %s', (path) => {
    expect(redirectFrom(path, { ...able, subscription })).toBeNull();
  });
});

describe('operator area', () => {
  const paths = ['/system', '/system/dashboard', '/system/accounts', '/system/users', '/system/stripe'];

  it.each(paths)('opens %s to operators, whatever their plan and accounts', (path) => {
    for (const subscription of ['active', 'free', 'canceled'] as const)
      expect(redirectFrom(path, { ...able, subscription, accounts: 0, isOperator: true })).toBeNull();
  });

  it.each(['active', 'free', 'canceled'] as const)(
    'opens the roadmap to operators whose plan is %s',
    (subscription) => {
      expect(redirectFrom('/roadmap', { ...able, subscription, accounts: 0, isOperator: true })).toBeNull();
    },
  );

  it.each(paths)('closes %s to other users', (path) => {
    expect(redirectFrom(path, able)).toBe('/');
    expect(redirectFrom(path, { ...able, subscription: 'free' })).toBe('/profile');
  });
});

describe('operator of an installation without a Meta app', () => {
  const first: Access = { ...able, accounts: 0, isOperator: true, lacksMeta: true };

  it('is redirected to the Meta page', () => {
    expect(redirectFrom('/', first)).toBe('/system/meta');
    expect(redirectFrom('/login', first)).toBe('/system/meta');
    expect(redirectFrom('/system/meta', first)).toBeNull();
    expect(redirectFrom('/profile', first)).toBeNull();
  });

  it('has a dashboard with accounts on another network', () => {
    expect(redirectFrom('/', { ...first, accounts: 1 })).toBeNull();
    expect(redirectFrom('/login', { ...first, accounts: 1 })).toBe('/');
  });

  it('is the only user redirected there', () => {
    expect(redirectFrom('/', { ...first, isOperator: false })).toBe('/profile');
    expect(redirectFrom('/', { ...first, lacksMeta: false })).toBe('/profile');
  });
});
