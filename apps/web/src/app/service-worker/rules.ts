import { isSignInPage } from '#web/features/credentials/sign-in-page-paths.ts';

/** `page`: of the app, for which the kept document may stand in. `passed`: any other navigation. */
export type Treatment = 'page' | 'passed' | 'asset' | 'none';

const otherPages = /^\/(api|files|id|login|logout|mcp|share)(\/|$)/;

export function treatmentFor(request: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Treatment {
  const { origin: own, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || own !== origin) return 'none';
  if (request.mode !== 'navigate') return pathname.startsWith('/assets/') ? 'asset' : 'none';
  const isPage =
    !otherPages.test(pathname) && !isSignInPage(pathname) && !pathname.includes('.') && !searchParams.has('signIn');
  return isPage ? 'page' : 'passed';
}

/** Statuses with which a proxy answers while the server is down. */
export const isUnreachable = (status: number) => [502, 503, 504].includes(status);
