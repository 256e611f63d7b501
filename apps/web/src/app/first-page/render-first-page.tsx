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
  /** Runs the first screen's calls; returns their answers as JSON, null for those that failed. */
  run: (calls: ApiCall[]) => Promise<(string | null)[]>;
}

/**
 * Renders an Overview as the app first draws it: the start of the app's element, after the answers to the calls whose
 * figures it shows. The app takes them over instead of drawing and requesting them again. Empty for other pages.
 */
export async function renderFirstPage({ page, address, config, view, run }: FirstPage): Promise<string> {
  const { pathname, search } = new URL(address, 'http://localhost');
  const shown = { accounts: page.accounts, pathname, search: parseSearch(search) };
  if (page.user.user.subscription.status !== 'active' || shown.search['tab'] === 'post-insights') return '';
  if (toFirstShownAccounts(page.accounts, shown).length === 0) return '';
  const calls: CollectedCall[] = [];
  const at = Date.now();
  return drawFor({ ...view, at, calls }, async () => {
    const queries = createQueryClient();
    fillCache(queries, page);
    prefetchFirstScreen(queries, shown);
    const first = [...calls];
    const answers = await answerCalls(first, run);
    const router = createAppRouter(
      { findRedirect: () => null, queries },
      createMemoryHistory({ initialEntries: [address] }),
    );
    await router.load();
    await nextTurn();
    const html = renderToString(
      <StrictMode>
        <App config={config} session={session} queries={queries} router={router} />
      </StrictMode>,
    );
    queries.clear();
    // A page that lacks a figure will be drawn anew: users must not use these elements.
    const attributes =
      answers.length === first.length
        ? `data-width="${view.width}" data-chart-width="${view.chartWidth}" data-at="${at}"`
        : 'aria-hidden="true" inert';
    // `<` must not end the script element early.
    const early = `[${answers.join()}]`.replaceAll('<', String.raw`\u003c`);
    return `<script type="application/json" id="${earlyAnswersId}">${early}</script><div id="root" ${attributes}>${html}`;
  });
}

/** Passes on the answers to calls; returns those that succeeded, with what identifies their call, as JSON. */
async function answerCalls(calls: CollectedCall[], run: FirstPage['run']): Promise<string[]> {
  const answers = await run(calls.map(({ call }) => call));
  return calls.flatMap(({ call, answer }, index) => {
    const text = answers[index];
    if (!text) return [];
    answer({ status: 200, json: JSON.parse(text) });
    return `[${JSON.stringify(toCallKey(call))},${text}]`;
  });
}
