import { z } from 'zod';
import type { AccountProfile } from '../world/account-profile.ts';
import { dayName, type DayNumber } from '../world/calendar.ts';
import type { World } from '../world/world.ts';
import { listPastTotals, type PastTotals } from './past-posts.ts';
import type { ProductApi } from './product-api.ts';

/** What happened before the start, which only the product's own process can store. */
export interface Past {
  userId: string;
  posts: PastTotals[];
  peers: PeerHistory[];
}

interface PeerHistory {
  username: string;
  days: { day: string; followers: number; follows: number; mediaCount: number }[];
}

interface TourDeps {
  api: ProductApi;
  userId: string;
  world: World;
  /** Linked accounts; the first has the peers. */
  accounts: AccountProfile[];
  now: number;
}

const peers = ['salt.flour.time', 'nordisk.spisskammer', 'oat.and.ember'];
const historyDays = 60;
const timeZone = 'Europe/Oslo';
const labels = [
  { name: 'Reels', color: 'indigo', rule: { formats: ['reel'] } },
  { name: 'Asks a question', color: 'gold', rule: { caption: '?' } },
];

/**
 * Fills a user's lists as after some months of use, so that no page is empty. A list that has something stays as it is.
 * Returns what the user's data lacks from before, unless it was seeded before.
 */
export async function seedTour({ api, userId, world, accounts, now }: TourDeps): Promise<Past | null> {
  const [first] = accounts;
  if (!first) return null;
  const today = world.calendar.dayAt(now);
  const accountIds = accounts.map(({ id }) => id);
  const post = (path: string, body: unknown) => api.call('POST', path, z.unknown(), body);
  const isEmpty = async (key: string, method: 'GET' | 'POST', path: string, body?: unknown) =>
    (await api.call(method, path, z.looseObject({ [key]: z.array(z.unknown()) }), body))[key]?.length === 0;

  if (await isEmpty('labels', 'GET', '/labels')) for (const label of labels) await post('/labels', label);

  const range = { startDate: toInstant(today - 364), endDate: `${dayName(today)}T23:59:59.999Z`, accountIds, timeZone };
  if (await isEmpty('annotations', 'POST', '/metrics/annotations', range))
    for (const annotation of listAnnotations(world, first, now)) await post('/annotations', annotation);

  if (await isEmpty('reports', 'GET', '/reports')) await post('/reports', toReport(accountIds));
  if (await isEmpty('links', 'GET', '/user/shares')) await post('/user/shares', toShare(first));

  if (!(await isEmpty('peers', 'POST', '/metrics/peers', { accountId: first.id }))) return null;
  for (const username of peers) await post('/user/peers', { accountId: first.id, username });
  return {
    userId,
    posts: accounts.flatMap((account) => listPastTotals(world, account, now)),
    peers: peers.flatMap((username) => {
      const peer = world.accounts.find((account) => account.username === username);
      return peer ? [{ username, days: listDays(world, peer, today) }] : [];
    }),
  };
}

function listDays(world: World, account: AccountProfile, today: DayNumber): PeerHistory['days'] {
  const timeline = world.getTimeline(account);
  return Array.from({ length: historyDays }, (_, index) => {
    const day = today - historyDays + index;
    const noon = world.calendar.startOfDay(day) + 12 * 3_600_000;
    return {
      day: dayName(day),
      followers: timeline.followersAt(noon),
      follows: 80 + (account.seed % 640),
      mediaCount: timeline.feedAt(noon).length,
    };
  });
}

/** Annotates a campaign, and the day of the post that most people saw. */
function listAnnotations(world: World, account: AccountProfile, now: number) {
  const today = world.calendar.dayAt(now);
  const [best] = world
    .getTimeline(account)
    .feedAt(now)
    .filter(({ day }) => day > today - 60 && day < today - 7)
    .toSorted((one, other) => other.finals.views - one.finals.views);
  const campaign = { firstDay: dayName(today - 33), lastDay: dayName(today - 27) };
  return [
    { accountId: null, ...campaign, text: 'Autumn menu campaign', color: 'teal' },
    ...(best
      ? [
          {
            accountId: account.id,
            firstDay: dayName(best.day),
            lastDay: dayName(best.day),
            text: `Our most-viewed ${best.kind === 'image' ? 'picture' : best.kind} of the season`,
            color: 'magenta',
          },
        ]
      : []),
  ];
}

function toReport(accountIds: string[]) {
  return {
    title: '',
    accountIds,
    range: { kind: 'last-month' },
    comparison: 'previous-period',
    timeZone,
    sections: [
      { kind: 'summary', comment: 'Reels reached the most people again. We plan three a week from now on.' },
      { kind: 'posts', comment: '' },
      { kind: 'metrics', comment: 'All three accounts together.' },
      { kind: 'days', comment: '' },
      { kind: 'demographics', comment: '' },
    ],
  };
}

function toShare({ id, name }: AccountProfile) {
  return {
    choice: {
      title: `${name}, last four weeks`,
      accountIds: [id],
      range: { kind: 'last-days', days: 28 },
      comparison: 'previous-period',
      timeZone,
      sections: ['summary', 'metrics', 'days', 'posts'].map((kind) => ({ kind, comment: '' })),
    },
    isFrozen: false,
    expiresInDays: 90,
    passcode: null,
    mayBeEmbedded: false,
  };
}

const toInstant = (day: DayNumber) => `${dayName(day)}T00:00:00.000Z`;
