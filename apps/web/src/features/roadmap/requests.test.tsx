import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { maya, request, roadmap, show, button, toast, upvote, toCount, fill } from './roadmap.fixtures.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
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

  it('requires a name and a description, and explains that requests are public', async () => {
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

  it('names missing fields on Enter', async () => {
    await show({ address: '/roadmap?action=request' });
    await screen.findByRole('dialog');
    fill('A wish', ' ');

    fireEvent.keyDown(screen.getByLabelText('Feature Name'), { key: 'Enter' });

    expect(await toast('Please fill in both title and description')).toBeDefined();
  });

  it('links to the public issue afterwards', async () => {
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
