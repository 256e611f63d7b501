import type { ClientConfig, PageStart } from '@tidemark/contract';
import { createMemoryHistory } from '@tanstack/react-router';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { toFirstShownAccounts } from '#web/features/accounts/index.ts';
import type { SessionClient } from '#web/features/auth/index.ts';
import { prefetchFirstScreen } from '#web/features/overview/index.ts';
import type { ApiCall } from '#web/platform/batch.ts';
import { earlyAnswersId, toCallKey } from '#web/platform/early-answers.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { parseSearch } from '#web/platform/search.ts';
import { App } from '../app.tsx';
import { fillCache } from '../fill-cache.ts';
import { createAppRouter } from '../routes.tsx';
import { type CollectedCall, drawFor, type FirstView } from './first-view.ts';

const signedIn = { is: 'signed-in' } as const;
const session: SessionClient = {
  started: Promise.resolve(),
  state: () => signedIn,
  subscribe: () => () => undefined,
  signIn: () => undefined,
  logOut: () => Promise.resolve(),
};

export interface FirstPage {
  page: PageStart;
  /** Path and query. */
  address: string;
  config: ClientConfig;
  view: FirstView;
  /** Runs the first screen's calls; returns their answers as JSON, null for those that failed. Null without figures. */
  run: ((calls: ApiCall[]) => Promise<(string | null)[]>) | null;
}

/** The frame ends before this element: it shows no figures. */
const contentStart = '<main ';

/**
 * Renders an Overview as the app first draws it, in two parts: the frame at once, and the rest once the calls are
 * answered whose figures it shows. Their answers follow it, so that the app takes the page over instead of requesting
 * and drawing it again. Yields nothing for other pages. If the figures fail, yields the page without them, and throws.
 */
export async function* renderFirstPage({ page, address, config, view, run }: FirstPage): AsyncGenerator<string> {
  const { pathname, search } = new URL(address, 'http://localhost');
  const shown = { accounts: page.accounts, pathname, search: parseSearch(search) };
  if (page.user.user.subscription.status !== 'active' || shown.search['tab'] === 'post-insights') return;
  if (toFirstShownAccounts(page.accounts, shown).length === 0) return;
  const drawing = { ...view, at: Date.now(), calls: [] as CollectedCall[] };
  const queries = createQueryClient();
  const router = createAppRouter(
    { findRedirect: () => null, queries },
    createMemoryHistory({ initialEntries: [address] }),
  );
  const draw = () =>
    drawFor(drawing, () =>
      renderToString(
        <StrictMode>
          <App config={config} session={session} queries={queries} router={router} />
        </StrictMode>,
      ),
    );
  try {
    fillCache(queries, page);
    drawFor(drawing, () => prefetchFirstScreen(queries, shown));
    const calls = [...drawing.calls];
    const answering = run && answerCalls(calls, run);
    answering?.catch(() => undefined);
    await drawFor(drawing, () => router.load());
    const empty = draw();
    // Users must not use elements that the app will draw anew.
    if (!answering) return yield `<div id="root" aria-hidden="true" inert>${empty}${rootEnd}`;
    const frame = empty.slice(0, empty.indexOf(contentStart));
    yield `<div id="root">${frame}`;
    try {
      const answers = await answering;
      await nextTurn();
      const whole = draw();
      if (!whole.startsWith(frame)) throw new Error('The frame depends on figures');
      // Only with these notes does the app take the page over: none of its figures is missing.
      const notes =
        answers.length === calls.length
          ? `data-width="${view.width}" data-chart-width="${view.chartWidth}" data-at="${drawing.at}"`
          : '';
      // `<` must not end the script element early.
      const text = `{"start":${JSON.stringify(page)},"answers":[${answers.join()}]}`.replaceAll(
        '<',
        String.raw`\u003c`,
      );
      yield `${whole.slice(frame.length)}${rootEnd}<script type="application/json" id="${earlyAnswersId}" ${notes}>${text}</script>`;
    } catch (error) {
      yield empty.slice(frame.length) + rootEnd;
      throw error;
    }
  } finally {
    queries.clear();
  }
}

const rootEnd = '</div>';

/** Passes on the answers to calls; returns those that succeeded, with what identifies their call, as JSON. */
async function answerCalls(calls: CollectedCall[], run: NonNullable<FirstPage['run']>): Promise<string[]> {
  const answers = await run(calls.map(({ call }) => call));
  return calls.flatMap(({ call, answer }, index) => {
    const text = answers[index];
    if (!text) return [];
    answer({ status: 200, json: JSON.parse(text) });
    return `[${JSON.stringify(toCallKey(call))},${text}]`;
  });
}
