import type { PageStart } from '@tidemark/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { toFirstShownAccounts } from '#web/features/accounts/index.ts';
import { FirstShell } from './first-shell.tsx';

interface Address {
  pathname: string;
  search: Record<string, string>;
}

/**
 * Renders the HTML that the server writes into an Overview page: its frame with names, and placeholders for its
 * figures. Empty for every other page.
 */
export function renderFirstShell(page: PageStart, { pathname, search }: Address, { sandbox }: { sandbox: boolean }) {
  if (page.user.user.subscription.status !== 'active' || search['tab'] === 'post-insights') return '';
  if (toFirstShownAccounts(page.accounts, { pathname, search }).length === 0) return '';
  return renderToStaticMarkup(<FirstShell page={page} pathname={pathname} sandbox={sandbox} />);
}
