import { exportOwnData } from '@tidemark/contract';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { download } from '#web/platform/download.ts';
import { provideSession } from '#web/platform/session/session.ts';
import { stubFetch } from '#web/platform/stubbed-api.ts';
import { runDownload } from './run-download.tsx';
import { Toaster } from '../toaster.tsx';

const saved: string[] = [];

beforeEach(() => {
  provideSession({
    accessToken: () => 'token',
    renew: () => Promise.resolve('token'),
    confirm: async () => false,
    leave: () => {},
  });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => {};
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  render(<Toaster />);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Starts a download whose parts the test sends. */
function startDownload() {
  let parts: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (parts = controller) });
  const headers = { 'content-disposition': 'attachment; filename="tidemark-2026.zip"' };
  let isAborted = false;
  stubFetch(async (_method, _path, _body, signal) => {
    signal?.addEventListener('abort', () => {
      isAborted = true;
      parts?.error(signal.reason);
    });
    return new Response(body, { headers });
  });
  const ended = runDownload({
    text: 'Downloading your data',
    load: (watch) => download(exportOwnData, {}, watch),
    fallbackName: 'tidemark.zip',
  });
  return {
    ended,
    send: (bytes: number) => parts?.enqueue(new Uint8Array(bytes)),
    close: () => parts?.close(),
    isAborted: () => isAborted,
  };
}

const findToast = () => screen.findByText(/Downloading your data/, {}, { timeout: 5_000 });

it("shows a long download's progress until it has ended", async () => {
  const running = startDownload();
  running.send(1_000_000);

  const toast = await findToast();
  await waitFor(() => expect(toast.textContent).toBe('Downloading your data… 1.0 MB'));
  running.send(500_000);
  await waitFor(() => expect(toast.textContent).toBe('Downloading your data… 1.5 MB'));

  running.close();
  await running.ended;
  await waitFor(() => expect(screen.queryByText(/Downloading your data/)).toBeNull());
  expect(saved).toEqual(['tidemark-2026.zip']);
});

it('stops a cancelled download, and saves no part', async () => {
  const running = startDownload();
  running.send(10);
  await findToast();

  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));

  await running.ended;
  expect(running.isAborted()).toBe(true);
  await waitFor(() => expect(screen.queryByText(/Downloading your data/)).toBeNull());
  expect(saved).toEqual([]);
});

it('keeps a closed download panel closed, and still saves the file', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const running = startDownload();
  await findToast();

  fireEvent.click(screen.getByRole('button', { name: 'Close toast' }));
  await waitFor(() => expect(screen.queryByText(/Downloading your data/)).toBeNull());
  running.send(10);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(screen.queryByText(/Downloading your data/)).toBeNull();

  running.close();
  await running.ended;
  expect(saved).toEqual(['tidemark-2026.zip']);
});

it('shows nothing for a short download', async () => {
  const running = startDownload();
  running.close();
  await running.ended;

  expect(saved).toEqual(['tidemark-2026.zip']);
  expect(screen.queryByText(/Downloading your data/)).toBeNull();
});
