import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { request, roadmap, show, cards, button, toast } from './roadmap.fixtures.tsx';

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

  it('says that it shows examples when the roadmap fails to load', async () => {
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

  it('shows the most upvoted first, and keeps rows in place when voted for', async () => {
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

  it('links each request to its public issue, if any', async () => {
    const githubUrl = 'https://github.com/tidemark/roadmap/issues/8';
    await show({ replies: { 'GET /roadmap/features': roadmap([request(7), request(8, { githubUrl })]) } });

    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Wish 8 \(public issue/ });
    expect(link.href).toBe(githubUrl);
    expect(link.rel).toBe('noreferrer');
    expect(screen.getByText('Wish 7').closest('a')).toBeNull();
  });

  it('can be toggled on the page, for phones without a side panel', async () => {
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

  it('is formatted, with links that open in a new tab with nofollow', async () => {
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
  ])('is shown as plain text if it could load or run something: %s', async (evil) => {
    await describedAs(evil);

    const cell = await description();
    expect(cell.textContent).toBe(evil);
    expect(cell.querySelectorAll('img, script, a')).toHaveLength(0);
  });

  it('is shown as plain text if deeply nested', async () => {
    const deep = '>'.repeat(12_000);
    await describedAs(deep);

    expect((await description()).textContent).toBe(deep);
  });
});
