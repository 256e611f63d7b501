import type { PageStart } from '@tidemark/contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { toFirstShownAccounts } from '#web/features/accounts/index.ts';
import { FirstShell } from './first-shell.tsx';

interface Address {
  pathname: string;
  search: Record<string, string>;
}

/**
 * What the server writes into the page of an Overview: its frame with names, and the places of its figures, as HTML.
 * Empty for every other page.
 */
export function renderFirstShell(page: PageStart, { pathname, search }: Address, { sandbox }: { sandbox: boolean }) {
  if (page.user.user.subscription.status !== 'active' || search['tab'] === 'post-insights') return '';
  if (toFirstShownAccounts(page.accounts, { pathname, search }).length === 0) return '';
  return renderToStaticMarkup(<FirstShell page={page} pathname={pathname} sandbox={sandbox} />);
}
