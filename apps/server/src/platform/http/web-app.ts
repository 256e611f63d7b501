import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { ClientConfig } from '@tidemark/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../api-error.ts';
import { sendError } from './send-error.ts';

const slot = '<script type="application/json" id="tidemark-config"></script>';

// The addresses to which the provider redirects: the only ones that work without a session.
const needTheApp = ['/login', '/logout'];

// Common addresses of API descriptions: neither one of our screens nor a page that looks like one.
const notOurs = ['/docs', '/swagger', '/openapi', '/graphql'];

type Page = (config: ClientConfig) => string;

export interface WebApp {
  folder: string;
  app: Page;
  signInRedirect: Page;
  /** The inline scripts of the pages, for the content security policy. */
  inlineScripts: string[];
}

/** The output of `vite build`; null when there is none. */
export async function readWebApp(folder: string): Promise<WebApp | null> {
  if (!existsSync(path.join(folder, 'index.html'))) return null;
  const pages = await Promise.all(
    ['index.html', 'sign-in-redirect.html'].map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const [app, signInRedirect] = pages.map(toPage);
  if (!app || !signInRedirect) throw new Error(`The web app in ${folder} is incomplete`);
  const scripts = pages.flatMap((page) =>
    [...page.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? ''),
  );
  return { folder, app, signInRedirect, inlineScripts: [...new Set(scripts)].map(policyHash) };
}

function toPage(html: string): Page {
  if (!html.includes(slot)) throw new Error('A page of the web app has no configuration placeholder');
  // `<` must not end the script element early.
  return (config) =>
    html.replace(slot, () => slot.replace('></', `>${JSON.stringify(config).replaceAll('<', String.raw`\u003c`)}</`));
}

function policyHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/**
 * Serves the built web app: assets with permanent caching (their names contain their hash), and a page with the browser
 * configuration for every screen. Tokens live only in page memory, so a new page has none: it gets a few lines that
 * redirect to the sign-in, and the app loads afterwards.
 */
export async function serveWebApp(
  server: FastifyInstance,
  { web, clientConfig }: { web: WebApp | null; clientConfig: () => ClientConfig },
): Promise<void> {
  if (!web) {
    server.setNotFoundHandler((request, reply) => sendError(new ApiError('not_found'), request, reply));
    return;
  }
  await server.register(staticFiles, {
    root: web.folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    maxAge: '1y',
    immutable: true,
    globIgnore: ['*.html', '**/*.map'],
  });
  server.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?')[0] ?? '';
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !notOurs.includes(pathname.replace(/(?<=.)\/$/, '')) &&
      // Scanners look for `.env` and the like; no screen has such a name.
      !pathname.includes('/.') &&
      !path.extname(pathname);
    if (!isScreen) return sendError(new ApiError('not_found'), request, reply);
    const page = needTheApp.includes(pathname.replace(/(?<=.)\/$/, '')) ? web.app : web.signInRedirect;
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page(clientConfig()));
  });
}
