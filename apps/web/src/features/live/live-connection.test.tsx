import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/platform/query-client.ts';
import { offerLatest, offerLiveToken } from '#web/platform/live/page-start.ts';
import { useLiveStatus } from '#web/platform/live/status.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { stubApi } from '#web/platform/stubbed-api.ts';
import { useConnection } from './index.ts';
import { LiveConnection } from './live-connection.tsx';

class Stream extends EventTarget {
  static opened: Stream[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.opened.push(this);
  }
  close() {}
}

const user = { _id: '11111111-1111-4111-8111-111111111111', name: 'Theo Okafor', accountRefs: [] };
const Connected = () => <output>{useConnection()}</output>;
const Name = () => <p>{useUser().user.name}</p>;

function show() {
  const replies = {
    [`POST /sse/token/${user._id}`]: { token: 'T' },
    'POST /user/load': { user, accountRefs: [], product: {} },
    'GET /account/list': { accounts: [] },
    'GET /account/list/instagram_account/active': { accounts: [] },
  };
  const api = stubApi(replies);
  const queries = createQueryClient();
  queries.setQueryData(['user'], { user, accountRefs: [], product: {} });
  queries.setQueryData(['accounts', 'list'], { accounts: [] });
  render(
    <QueryClientProvider client={queries}>
      <LiveConnection />
      <Connected />
      <Name />
    </QueryClientProvider>,
  );
  return api;
}

async function stream(number: number): Promise<Stream> {
  await waitFor(() => expect(Stream.opened).toHaveLength(number));
  const [last] = Stream.opened.slice(-1);
  if (!last) throw new Error('no stream');
  return last;
}

beforeEach(() => {
  Stream.opened = [];
  useLiveStatus.setState({ state: 'disconnected', everConnected: false });
  vi.stubGlobal('EventSource', Stream);
});
afterEach(() => vi.unstubAllGlobals());

it("shows changes made between page load and the stream's first opening", async () => {
  const api = show();
  const opened = await stream(1);
  api.replies['POST /user/load'] = { user: { ...user, name: 'Theo O.' }, accountRefs: [], product: {} };

  act(() => void opened.dispatchEvent(new MessageEvent('ping', { data: '{"type":"ping"}' })));

  expect(await screen.findByText('Theo O.')).toBeDefined();
});

it('shows the latest data of a page whose stream missed nothing, without requests', async () => {
  const api = show();
  const opened = await stream(1);
  const shown = vi.fn();
  offerLatest(shown);
  const before = api.calls.length;

  act(() => void opened.dispatchEvent(new MessageEvent('ping', { data: '{"type":"ping","missedNothing":true}' })));
  act(() => void opened.dispatchEvent(new MessageEvent('ping', { data: '{"type":"ping"}' })));

  expect(shown).toHaveBeenCalledOnce();
  expect(api.calls.slice(before)).toEqual([]);
});

it('opens the stream with the token that came with the page, and requests later ones', async () => {
  offerLiveToken('first');
  const api = show();
  expect((await stream(1)).url).toContain('/sse/user/first?');
  expect(api.calls).not.toContain(`POST /sse/token/${user._id}`);
  cleanup();

  show();

  expect((await stream(2)).url).toContain('/sse/user/T?');
});

it('reports a lost connection only after a successful connection', async () => {
  show();
  expect(screen.getByRole('status').textContent).toBe('online');

  const opened = await stream(1);
  act(() => void opened.dispatchEvent(new MessageEvent('ping', { data: '{"type":"ping"}' })));
  expect(screen.getByRole('status').textContent).toBe('online');

  act(() => void opened.dispatchEvent(new Event('error')));
  expect(screen.getByRole('status').textContent).toBe('lost');
});

it('reports that the browser is offline until it is online again', () => {
  show();
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);

  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status').textContent).toBe('offline');

  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('status').textContent).toBe('online');
});
