import type { FeatureRequest, RoadmapFeature, User } from '@tidemark/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { RoadmapPage } from './roadmap-page.tsx';

export const maya: User = {
  _id: '22222222-2222-4222-8222-222222222222',
  name: 'Maya Lindqvist',
  email: 'maya@sandbox.test',
  picture: null,
  facebookId: null,
  memberSince: '2026-03-05T10:00:00.000Z',
  role: 'user',
  subscription: { status: 'active', currentPeriodEnd: null },
  accountRefs: [],
  accountLimits: { unlimited: false, total: 10 },
  roadmapAccess: { view: true, add: true },
};

const features: RoadmapFeature[] = [
  {
    id: 1,
    title: 'Teams',
    description: 'Together.',
    status: 'planned',
    completedDate: null,
    estimatedCompletion: null,
  },
  {
    id: 2,
    title: 'Reports',
    description: '<b>Bold</b> ![](http://canary.test/x.png)',
    status: 'in-progress',
    completedDate: null,
    estimatedCompletion: '2027-01-31T00:00:00Z',
  },
  {
    id: 3,
    title: 'Stories',
    description: 'Done.',
    status: 'completed',
    completedDate: '2026-03-05T00:00:00Z',
    estimatedCompletion: null,
  },
];

export function request(id: number, change: Partial<FeatureRequest> = {}): FeatureRequest {
  return {
    id,
    title: `Wish ${id}`,
    description: `About ${id}`,
    requestUser: 'Theo Okafor',
    requestedBy: 'Theo Okafor',
    requestedById: null,
    githubUrl: null,
    dateRequested: '2026-03-05T12:00:00Z',
    commentCount: 0,
    upvotes: 0,
    ...change,
  };
}

export const roadmap = (requests: FeatureRequest[] = []) => ({ features, requests, readAt: null, isStale: false });

interface Situation {
  address?: string;
  user?: Partial<User>;
  replies?: StubbedApi['replies'];
}

export async function show({ address = '/roadmap', user = {}, replies = {} }: Situation = {}) {
  const person = { ...maya, ...user };
  const api = stubApi({
    'GET /roadmap/features': roadmap([request(7, { upvotes: 2 })]),
    [`GET /roadmap/upvotes/${maya._id}`]: { upvotes: [] },
    'POST /roadmap/upvote': { action: 'added', upvotes: 3 },
    'POST /roadmap/request': Response.json(
      { issue: { number: 9, title: '', body: '', createdAt: '', url: null } },
      { status: 201 },
    ),
    ...replies,
  });
  const { router } = await renderAt(
    address,
    { '/roadmap': RoadmapPage },
    {
      loaded: {
        user: { user: person, accountRefs: [], product: { name: 'Pro', cancelAt: null, currentPeriodEnd: null } },
      },
    },
  );
  await screen.findByRole('heading', { name: 'Product Roadmap' });
  return { api, history: router.history };
}

export const cards = () => within(screen.getByRole('list', { name: 'Features' })).getAllByRole('listitem');
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const toast = (text: string) => screen.findByText(text);
export const upvote = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Upvote Wish 7,/ });

export const toCount = async (control: Promise<HTMLElement>) => (await control).querySelector('b')?.textContent;

export function fill(title: string, description: string) {
  fireEvent.change(screen.getByLabelText('Feature Name'), { target: { value: title } });
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: description } });
}
