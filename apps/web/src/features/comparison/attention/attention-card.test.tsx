import type { AccountAttention, UnusualChange } from '@tidemark/contract';
import { screen, within } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exact, final } from '#web/features/metrics/metrics.fixtures.ts';
import { account, refused, renderAnalytics } from '#web/features/metrics/render-analytics.fixtures.tsx';
import AttentionCard from './attention-card.tsx';
import { needsLook, rankAccounts } from './rank-accounts.ts';

const names = ['Ritmo', 'Casa', 'Ocean', 'Waldkind', 'Mizu', 'Olmo', 'Perrin', 'Quai', 'Kern'];
const accounts = names.map((name, at) => ({
  ...account,
  _id: `1784140000000${at}`,
  metadata: { ...account.metadata, name },
}));
const id = (name: string) => accounts[names.indexOf(name)]?._id ?? '';
const value = (current: number) => ({
  current,
  previous: current,
  percentChange: 0,
  change: 0,
  previousApprox: null,
  ...final,
  ...exact,
  comparison: { days: 7, of: 7, noDataBefore: null },
});
const attention = (name: string, more: Partial<AccountAttention> = {}): AccountAttention => ({
  accountId: id(name),
  hasData: true,
  views: value(1_000 + names.indexOf(name)),
  followers: value(500),
  unusual: [],
  pauseDays: null,
  ...more,
});
const change = (percentChange: number, more: Partial<UnusualChange> = {}): UnusualChange => ({
  metric: 'views',
  percentChange,
  change: percentChange,
  usual: 12,
  ...more,
});
const show = (list: AccountAttention[], more = {}) =>
  renderAnalytics(<AttentionCard />, {
    '/account/list': { accounts },
    '/metrics/account/attention': { accounts: list },
    'timeseries/views': { perAccount: {}, previousPerAccount: null },
    ...more,
  });
const rows = async () => {
  const list = await screen.findByRole('list');
  return within(list)
    .getAllByRole('listitem')
    .map((row) => row.textContent);
};

describe('the card of accounts', () => {
  it('counts those that need a look and lists them first, with reasons', async () => {
    await show([
      ...names.slice(3).map((name) => attention(name)),
      attention('Ritmo', { unusual: [change(64)] }),
      attention('Casa', { unusual: [change(-39.4)] }),
      attention('Ocean', { pauseDays: 9 }),
    ]);

    expect(await screen.findByText('2 of 9 accounts need a look')).toBeTruthy();
    expect(await rows()).toEqual([
      'CasaViews fell 39%, usually at most 12%1k views',
      'OceanNo post for 9 days1k views',
      'RitmoViews rose 64%, usually at most 12%1k views',
      'KernAs usual1k views',
    ]);
  });

  it('puts an account without access first, with the way to restore it', async () => {
    const problem = { code: 'reconnect_required', message: 'The login has expired.', until: null };
    const lost = accounts.map((one) => (one._id === id('Quai') ? { ...one, problem } : one));
    await show(
      names.map((name) => attention(name, name === 'Casa' ? { unusual: [change(-80)] } : {})),
      {
        '/account/list': { accounts: lost },
      },
    );

    expect((await rows())[0]).toBe('QuaiNo access1k viewsReconnect');
    expect(screen.getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe('/profile');
  });

  it('says so when none needs a look', async () => {
    await show(names.map((name) => attention(name, name === 'Casa' ? { unusual: [change(90)] } : {})));

    expect(await screen.findByText('All 9 accounts are as usual or better')).toBeTruthy();
  });

  it('writes followers as a number, and no usual size where there is none', async () => {
    const fewer = change(-0.8, { metric: 'followers', change: -312, usual: 0.4 });
    await show([
      ...names.slice(2).map((name) => attention(name)),
      attention('Casa', { unusual: [fewer] }),
      attention('Ritmo', { unusual: [change(-25, { usual: null })] }),
    ]);

    expect((await rows()).slice(0, 2)).toEqual([
      'RitmoViews fell 25%1k views',
      'Casa312 fewer followers (0.8%, usually at most 0.4%)1k views',
    ]);
  });

  it('shows a dash for an account without data, and offers a retry after a failure', async () => {
    const { unmount } = await show(names.map((name) => attention(name, { hasData: false, views: value(0) })));
    expect((await rows())[0]).toBe('RitmoAs usual— views');
    unmount();

    await show([], { '/metrics/account/attention': refused });

    expect(await screen.findByText('Could not load the accounts')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

it('ranks every account once, those to look at before the others', () => {
  const one = fc.record({
    name: fc.constantFrom(...names),
    percents: fc.array(fc.integer({ min: -99, max: 300 }), { maxLength: 2 }),
    pauseDays: fc.option(fc.integer({ min: 4, max: 90 })),
  });
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: ({ name }) => name }), (list) => {
      const ranked = rankAccounts(
        accounts,
        list.map(({ name, percents, pauseDays }) =>
          attention(name, { unusual: percents.map((percent) => change(percent)), pauseDays }),
        ),
      );
      expect(ranked.map(({ account: { _id } }) => _id).toSorted()).toEqual(list.map(({ name }) => id(name)).toSorted());
      const looks = ranked.map(needsLook);
      expect(looks).toEqual(looks.toSorted((a, b) => Number(b) - Number(a)));
    }),
  );
});
