import type { Account } from '@tidemark/contract';
import type { ReactNode } from 'react';
import { AccountsProvider } from '#web/features/accounts/index.ts';
import { FiguresProvider } from '#web/features/periods/index.ts';
import { renderAt } from '#web/platform/render-at.tsx';
import { stubFetch } from '#web/platform/stubbed-api.ts';
import { provideSession } from '#web/platform/session/session.ts';
import { stubbedAccount } from '#web/platform/stubbed-account.ts';

/** Replies by path ending: the response, or a function that returns it for a request body. */
export type Replies = Record<string, unknown>;

export const account: Account = {
  ...stubbedAccount,
  accountName: 'maya',
  username: 'maya',
  metadata: { ...stubbedAccount.metadata, name: 'Maya Lindqvist' },
  earliestDate: '2025-01-01',
  dataVersion: 3,
};

export const refused = {
  status: 400,
  body: { success: false, message: 'No', error: { code: 'invalid_input', message: 'No', requestId: '1' } },
};

/** Renders a part of the analytics with a fake network; returns the requests. */
export async function renderAnalytics(content: ReactNode, replies: Replies, address = '/') {
  const asked: { path: string; body: unknown }[] = [];
  stubFetch(async (_method, path, body) => {
    asked.push({ path, body });
    const key = Object.keys({ ...defaults, ...replies }).find((end) => path.endsWith(end));
    const reply = key ? (replies[key] ?? defaults[key]) : refused;
    const said: unknown = typeof reply === 'function' ? await reply(body) : reply;
    return isRefusal(said) ? Response.json(said.body, { status: said.status }) : Response.json(said);
  });
  provideSession({
    accessToken: () => 'token',
    renew: () => Promise.resolve('token'),
    confirm: async () => false,
    leave: () => {},
  });

  const frame = ({ children }: { children: ReactNode }) => (
    <AccountsProvider>
      <FiguresProvider>{children}</FiguresProvider>
    </AccountsProvider>
  );
  return { ...(await renderAt(address, { '/': () => content }, { frame })), asked };
}

const defaults: Replies = { '/account/list': { accounts: [account] } };

function isRefusal(reply: unknown): reply is { status: number; body: unknown } {
  return typeof reply === 'object' && reply !== null && 'status' in reply && 'body' in reply;
}
