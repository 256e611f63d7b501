import { isSignInPage } from '#web/features/credentials/sign-in-page-paths.ts';

/** `page`: of the app; the stored document can replace it. `other-page`: any other navigation. */
export type RequestKind = 'page' | 'other-page' | 'asset' | 'other';

const otherPages = /^\/(api|files|id|login|logout|mcp|share)(\/|$)/;

export function classifyRequest(request: Pick<Request, 'method' | 'mode' | 'url'>, ownOrigin: string): RequestKind {
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== ownOrigin) return 'other';
  if (request.mode !== 'navigate') return pathname.startsWith('/assets/') ? 'asset' : 'other';
  const isPage =
    !otherPages.test(pathname) && !isSignInPage(pathname) && !pathname.includes('.') && !searchParams.has('signIn');
  return isPage ? 'page' : 'other-page';
}

/** Statuses with which a proxy answers while the server is down. */
export const isUnreachable = (status: number) => [502, 503, 504].includes(status);
