import type { FeatureRequest, RoadmapFeature, User } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { stubApi, type StubbedApi } from '#web/platform/stubbed-api.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { RoadmapPage } from './roadmap-page.tsx';
import { roadmapSearch } from './roadmap-search.ts';

const maya: User = {
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

function request(id: number, change: Partial<FeatureRequest> = {}): FeatureRequest {
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

const roadmap = (requests: FeatureRequest[] = []) => ({ features, requests, readAt: null, isStale: false });

// As in the app: URL parameters stay strings.
const plainSearch = {
  parseSearch: (search: string) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search: Record<string, string>) => {
    const text = new URLSearchParams(Object.entries(search).filter(([, value]) => value)).toString();
    return text && `?${text}`;
  },
};

interface Situation {
  address?: string;
  user?: Partial<User>;
  replies?: StubbedApi['replies'];
}

async function show({ address = '/roadmap', user = {}, replies = {} }: Situation = {}) {
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
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { ...queries.getDefaultOptions().queries, retry: false } });
  queries.setQueryData(['user'], {
    user: person,
    accountRefs: [],
    product: { name: 'Pro', cancelAt: null, currentPeriodEnd: null },
  });
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/roadmap',
    validateSearch: roadmapSearch,
    component: RoadmapPage,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={createRouter({ routeTree: root.addChildren([page]), history, ...plainSearch })} />
      <Toaster />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Product Roadmap' });
  return { api, history };
}

const cards = () => within(screen.getByRole('list', { name: 'Features' })).getAllByRole('listitem');
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const toast = (text: string) => screen.findByText(text);
const upvote = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Upvote Wish 7,/ });

const toCount = async (control: Promise<HTMLElement>) => (await control).querySelector('b')?.textContent;

function fill(title: string, description: string) {
  fireEvent.change(screen.getByLabelText('Feature Name'), { target: { value: title } });
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: description } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('roadmap features', () => {
  it('shows twelve examples until the real ones have loaded', async () => {
    await show({ replies: { 'GET /roadmap/features': () => new Promise(() => {}) } });

    expect(cards()).toHaveLength(12);
    expect(screen.getByText('Professional network analytics')).toBeDefined();
    expect(screen.getByText('Custom report builder')).toBeDefined();
    expect(screen.getByText('Dark mode')).toBeDefined();
  });

  it('shows features with their status and date, and no image or tag of their text', async () => {
    await show();

    await waitFor(() => expect(cards()).toHaveLength(3));
    const [teams, reports, stories] = cards().map(({ textContent }) => textContent);
    expect(teams).toBe('PlannedTeamsTogether.');
    expect(reports).toContain('In Development');
    expect(reports).toContain('<b>Bold</b> ![](http://canary.test/x.png)');
    expect(reports).toContain('Expected: Jan 31, 2027');
    expect(stories).toContain('Completed: Mar 05, 2026');
    expect(
      within(screen.getByRole('list', { name: 'Legend' }))
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Completed', 'In Development', 'Planned']);
  });

  it('says that it shows examples when the roadmap cannot be loaded', async () => {
    await show({ replies: { 'GET /roadmap/features': { refuse: 'roadmap_unavailable' } } });

    expect(await toast('Unable to load roadmap.')).toBeDefined();
    expect(cards()).toHaveLength(12);
    expect(button('Try again')).toBeDefined();
  });

  it('marks features as outdated when GitHub does not respond', async () => {
    const old = { ...roadmap(), readAt: new Date().toISOString(), isStale: true };
    await show({ replies: { 'GET /roadmap/features': old } });

    expect(await screen.findByText(/GitHub is not responding. This is the roadmap as of today at/)).toBeDefined();
  });
});

describe('requested features', () => {
  it('shows five columns, and Anonymous as the author of anonymised requests', async () => {
    await show({ replies: { 'GET /roadmap/features': roadmap([request(7), request(8, { requestedBy: null })]) } });

    const table = screen.getByRole('table', { name: 'Requested features' });
    await within(table).findByText('Wish 8');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Feature', 'Description', 'Requested by', 'Date Requested', 'Upvotes']);
    expect(within(table).getByText('Anonymous')).toBeDefined();
    expect(within(table).getByText('Theo Okafor')).toBeDefined();
    expect(within(table).getAllByText('Mar 05, 2026')).toHaveLength(2);
  });

  it('shows ten, five or twenty-five requests per page', async () => {
    const many = Array.from({ length: 12 }, (_, index) => request(index + 1));
    await show({ replies: { 'GET /roadmap/features': roadmap(many) } });

    await screen.findByText('Wish 10');
    expect(screen.queryByText('Wish 11')).toBeNull();
    const size = screen.getByLabelText<HTMLSelectElement>('Rows per page');
    expect([...size.options].map(({ value }) => value)).toEqual(['5', '10', '25']);
    fireEvent.change(size, { target: { value: '25' } });
    expect(screen.getByText('Wish 12')).toBeDefined();
  });

  it('shows the most upvoted first, and does not move a row that is voted for', async () => {
    const votes = [request(7, { upvotes: 1 }), request(8, { upvotes: 2 }), request(9, { upvotes: 1 })];
    await show({ replies: { 'GET /roadmap/features': roadmap(votes), 'POST /roadmap/upvote': { action: 'added' } } });
    await screen.findByText('Wish 8');
    const titles = () => screen.getAllByText(/^Wish \d$/).map(({ textContent }) => textContent);
    expect(titles()).toEqual(['Wish 8', 'Wish 7', 'Wish 9']);

    const upvote = screen.getByRole('button', { name: /Upvote Wish 9/ });
    fireEvent.click(upvote);
    await waitFor(() => expect(upvote.querySelector('b')?.textContent).toBe('2'));
    expect(titles()).toEqual(['Wish 8', 'Wish 7', 'Wish 9']);
  });

  it('links each request to its public issue if there is one', async () => {
    const githubUrl = 'https://github.com/tidemark/roadmap/issues/8';
    await show({ replies: { 'GET /roadmap/features': roadmap([request(7), request(8, { githubUrl })]) } });

    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Wish 8 \(public issue/ });
    expect(link.href).toBe(githubUrl);
    expect(link.rel).toBe('noreferrer');
    expect(screen.getByText('Wish 7').closest('a')).toBeNull();
  });

  it('are hidden and shown from the page itself, for phones without a side panel', async () => {
    const { history } = await show();
    await screen.findByText('Wish 7');

    fireEvent.click(screen.getByRole('link', { name: 'Hide Requested' }));
    await waitFor(() => expect(screen.queryByText('Wish 7')).toBeNull());
    expect(history.location.search).toBe('?showRequested=false');

    fireEvent.click(screen.getByRole('link', { name: 'Show Requested' }));
    expect(await screen.findByText('Wish 7')).toBeDefined();
  });

  it('hides requests if the URL says so', async () => {
    await show({ address: '/roadmap?showRequested=false' });

    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('text of issues', () => {
  const describedAs = (description: string) =>
    show({ replies: { 'GET /roadmap/features': roadmap([request(7, { description })]) } });
  const description = async () => {
    const row = (await screen.findByText('Wish 7')).closest('tr') ?? document.body;
    return within(row).getAllByRole('cell')[1] ?? document.body;
  };

  it('is formatted, and its links open elsewhere without vouching for it', async () => {
    await describedAs(
      'Share it as a **PDF**, see [the draft](https://example.com/draft):\n\n- only *some* accounts\n- `all` of them',
    );

    const cell = await description();
    expect(cell.textContent).toBe('Share it as a PDF, see the draft:only some accountsall of them');
    expect(within(cell).getByText('PDF').tagName).toBe('STRONG');
    expect(within(cell).getAllByRole('listitem')).toHaveLength(2);
    const link = within(cell).getByRole<HTMLAnchorElement>('link', { name: 'the draft' });
    expect(link.href).toBe('https://example.com/draft');
    expect(link.rel).toBe('nofollow ugc noopener noreferrer');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src="http://canary.test/a.png" onerror="alert(1)"> ![](http://canary.test/b.png)',
    '<a href="javascript:alert(1)">click</a>',
    '[click](javascript:alert(1))',
    '[click](data:text/html,x)',
    '![alt](http://canary.test/x.png)',
  ])('is shown as written where it could load or run something: %s', async (evil) => {
    await describedAs(evil);

    const cell = await description();
    expect(cell.textContent).toBe(evil);
    expect(cell.querySelectorAll('img, script, a')).toHaveLength(0);
  });

  it('is shown as written when it is nested too deeply to be parsed', async () => {
    const deep = '>'.repeat(12_000);
    await describedAs(deep);

    expect((await description()).textContent).toBe(deep);
  });
});

describe('upvoting', () => {
  it('adds a vote and marks it, and removes it on the next click', async () => {
    const { api } = await show();

    fireEvent.click(await upvote());
    expect(await toast('Upvote added successfully')).toBeDefined();
    expect(await toCount(upvote())).toBe('3');
    expect((await upvote()).getAttribute('aria-pressed')).toBe('true');
    expect(api.bodies.at(-1)).toEqual({ issueNumber: 7, userName: maya.name, userId: maya._id });

    api.replies['POST /roadmap/upvote'] = { action: 'removed', upvotes: 2 };
    fireEvent.click(await upvote());
    expect(await toast('Upvote removed successfully')).toBeDefined();
    expect(await toCount(upvote())).toBe('2');
    expect((await upvote()).getAttribute('aria-pressed')).toBe('false');
  });

  it('never shows a negative count', async () => {
    await show({
      replies: {
        'GET /roadmap/features': roadmap([request(7)]),
        'POST /roadmap/upvote': { action: 'removed', upvotes: 0 },
      },
    });

    fireEvent.click(await upvote());

    expect(await toast('Upvote removed successfully')).toBeDefined();
    expect(await toCount(upvote())).toBe('0');
  });

  it('sends one request, however often it is clicked meanwhile', async () => {
    let answer: (reply: object) => void = () => undefined;
    const { api } = await show({
      replies: { 'POST /roadmap/upvote': () => new Promise<object>((resolve) => (answer = resolve)) },
    });

    const control = await upvote();
    fireEvent.click(control);
    await waitFor(() => expect(control.getAttribute('aria-busy')).toBe('true'));
    fireEvent.click(control);
    await act(async () => answer({ action: 'added', upvotes: 3 }));

    expect(api.calls.filter((call) => call === 'POST /roadmap/upvote')).toHaveLength(1);
  });

  it('reports a failed vote', async () => {
    const { api } = await show({ replies: { 'POST /roadmap/upvote': { refuse: 'internal_error' } } });
    fireEvent.click(await upvote());
    expect(await toast('Failed to update upvote')).toBeDefined();
    expect(await toCount(upvote())).toBe('2');
    expect(api.calls).toContain('POST /roadmap/upvote');
  });

  it('requires a name to vote', async () => {
    const { api } = await show({ user: { name: '' } });

    fireEvent.click(await upvote());

    expect(await toast('User information not available')).toBeDefined();
    expect(api.calls).not.toContain('POST /roadmap/upvote');
  });
});

describe('requesting a feature', () => {
  it('is disabled for plans without it', async () => {
    const { history } = await show({
      address: '/roadmap?action=request',
      user: { roadmapAccess: { view: true, add: false } },
    });

    expect(button('Request a Feature').disabled).toBe(true);
    const anchor = button('Request a Feature').parentElement;
    if (anchor) fireEvent.focus(anchor);
    expect(await screen.findByText('Upgrade to participate')).toBeDefined();
    await waitFor(() => expect(history.location.search).toBe(''));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens once from the URL', async () => {
    const { history } = await show({ address: '/roadmap?action=request&showRequested=false' });

    expect(await screen.findByRole('dialog', { name: 'Request a Feature' })).toBeDefined();
    await waitFor(() => expect(history.location.search).not.toContain('action'));
    expect(history.location.search).toBe('?showRequested=false');
  });

  it('requires a name and a description, and says that requests are public', async () => {
    await show({ address: '/roadmap?action=request' });
    await screen.findByRole('dialog');

    expect(screen.getByLabelText<HTMLInputElement>('Requested by').value).toBe('Maya Lindqvist');
    expect(screen.getByLabelText<HTMLInputElement>('Requested by').readOnly).toBe(true);
    expect(screen.getByText(/Your name and user ID are published with the request/)).toBeDefined();
    expect(screen.getByLabelText('Description').getAttribute('rows')).toBe('4');
    expect(screen.getByText('Your submission will be publicly visible.')).toBeDefined();
    expect(button('Submit Request').disabled).toBe(true);
    fill('  ', 'x');
    expect(button('Submit Request').disabled).toBe(true);
    fireEvent.submit(screen.getByLabelText('Feature Name'));
    expect(await toast('Please fill in both title and description')).toBeDefined();
    fill('A wish', 'x');
    expect(button('Submit Request').disabled).toBe(false);
  });

  it('starts in the first field to fill in, and marks required fields', async () => {
    await show({ address: '/roadmap?action=request' });
    await screen.findByRole('dialog');

    expect(document.activeElement).toBe(screen.getByLabelText('Feature Name'));
    for (const [name, required] of [
      ['Requested by', undefined],
      ['Feature Name', 'true'],
      ['Description', 'true'],
    ] as const)
      expect(screen.getByText(name, { selector: 'label' }).dataset.required).toBe(required);
  });

  it('says on Enter what is missing', async () => {
    await show({ address: '/roadmap?action=request' });
    await screen.findByRole('dialog');
    fill('A wish', ' ');

    fireEvent.keyDown(screen.getByLabelText('Feature Name'), { key: 'Enter' });

    expect(await toast('Please fill in both title and description')).toBeDefined();
  });

  it('leads to the public issue afterwards', async () => {
    const url = 'https://github.com/tidemark/roadmap/issues/9';
    const issue = { number: 9, title: '', body: '', createdAt: '', url };
    await show({
      address: '/roadmap?action=request',
      replies: { 'POST /roadmap/request': Response.json({ issue }, { status: 201 }) },
    });
    await screen.findByRole('dialog');
    fill('A wish', 'Please.');
    fireEvent.click(button('Submit Request'));

    expect((await screen.findByRole<HTMLAnchorElement>('link', { name: 'View the public issue' })).href).toBe(url);
  });

  it.each([
    ['200 from something in front of the server', Response.json({ issue: {} }, { status: 200 })],
    ['an error without a message', new Response('<h1>502</h1>', { status: 502, statusText: 'Bad Gateway' })],
  ])('counts %s as a failure', async (_, reply) => {
    await show({ address: '/roadmap?action=request', replies: { 'POST /roadmap/request': reply } });
    await screen.findByRole('dialog');
    fill('A wish', 'Please.');

    fireEvent.click(button('Submit Request'));

    expect(await toast('Failed to submit feature request')).toBeDefined();
    expect(screen.queryByText('Thank you for your suggestion!')).toBeNull();
    expect(screen.queryByText('Bad Gateway')).toBeNull();
  });

  it('thanks the user, closes after two seconds, and shows the requests', async () => {
    const { api, history } = await show({ address: '/roadmap?action=request&showRequested=false' });
    await screen.findByRole('dialog');
    fill(' A wish ', ' Please. ');
    vi.useFakeTimers({ shouldAdvanceTime: true });

    fireEvent.click(button('Submit Request'));

    expect(await screen.findByText('Thank you for your suggestion!')).toBeDefined();
    expect(screen.getByText("We've received your feature request and will consider it for our roadmap.")).toBeDefined();
    expect(await toast('Feature request submitted successfully!')).toBeDefined();
    expect(api.bodies).toContainEqual({ title: 'A wish', description: 'Please.' });
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(history.location.search).toBe('?showRequested=true');
    expect(await screen.findByRole('table', { name: 'Requested features' })).toBeDefined();
  });

  it("shows the server's error, and preserves the input", async () => {
    await show({
      address: '/roadmap?action=request',
      replies: { 'POST /roadmap/request': { refuse: 'too_many_requests' } },
    });
    await screen.findByRole('dialog');
    fill('A wish', 'Please.');

    fireEvent.click(button('Submit Request'));

    expect(await toast('Too many requests. Try again in a moment.')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Feature Name').value).toBe('A wish');
  });

  it('reports a server that does not respond', async () => {
    await show({ address: '/roadmap?action=request', replies: { 'POST /roadmap/request': 'offline' } });
    await screen.findByRole('dialog');
    fill('A wish', 'Please.');

    fireEvent.click(button('Submit Request'));

    expect(await toast('Failed to submit feature request. Please try again.')).toBeDefined();
  });
});
