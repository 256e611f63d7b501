import type { ReportContent } from '@tidemark/contract';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubApi } from '#web/platform/stubbed-api.ts';
import SharedPage from './shared-page.tsx';

const content: ReportContent = {
  title: '<b>Autumn</b> campaign',
  period: { from: '2026-11-16', to: '2026-11-22' },
  previous: null,
  timeZone: 'UTC',
  accounts: [],
  sections: [],
  createdAt: '2026-11-23T09:00:00.000Z',
};
const opened = { state: 'open', isFrozen: false, content };

beforeEach(() => window.history.replaceState(null, '', '/share/secret'));
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

it("shows the link's content with a single call to its own endpoint", async () => {
  const api = stubApi({ 'POST /share/open': opened });

  render(<SharedPage />);

  expect(await screen.findByRole('heading', { level: 1, name: '<b>Autumn</b> campaign' })).toBeDefined();
  expect(api.calls).toEqual(['POST /share/open']);
  expect(api.bodies).toEqual([{ token: 'secret', passcode: null }]);
  expect(document.title).toBe('<b>Autumn</b> campaign · Tidemark');
});

it('asks for the passcode again after a wrong passcode', async () => {
  const api = stubApi({ 'POST /share/open': { state: 'passcode-required' } });
  render(<SharedPage />);
  const field = await screen.findByLabelText('Passcode');

  api.replies['POST /share/open'] = { refuse: 'passcode_rejected' };
  fireEvent.change(field, { target: { value: 'herons fly' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect((await screen.findByRole('alert')).textContent).toContain('not correct');

  api.replies['POST /share/open'] = opened;
  fireEvent.change(screen.getByLabelText('Passcode'), { target: { value: 'herons wade' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));

  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
  expect(api.bodies.at(-1)).toEqual({ token: 'secret', passcode: 'herons wade' });
});

it.each([
  ['share_expired', 'This link has expired'],
  ['share_not_found', 'This link doesn’t work'],
  ['share_empty', 'There is nothing left to show'],
] as const)('says what became of a link: %s', async (refuse, title) => {
  stubApi({ 'POST /share/open': { refuse } });

  render(<SharedPage />);

  expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('retries when the server is busy', async () => {
  const api = stubApi({ 'POST /share/open': { refuse: 'overloaded' } });
  render(<SharedPage />);
  expect(await screen.findByText('The server is busy. Try again in a moment.')).toBeDefined();

  api.replies['POST /share/open'] = opened;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('heading', { level: 1, name: /Autumn/ })).toBeDefined();
});
