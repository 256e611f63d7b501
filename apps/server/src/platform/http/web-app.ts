import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import staticFiles from '@fastify/static';
import type { ClientConfig } from '@tidemark/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';
import { answerFailure } from './answer-failure.ts';

const slot = '<script type="application/json" id="tidemark-config"></script>';

// Where the provider sends people back to, and where the session ends: the only addresses that begin with a session.
const needTheApp = ['/login', '/logout'];

// Where others keep the description of their API: no screen of ours, and no page that looks like one.
const notOurs = ['/docs', '/swagger', '/openapi', '/graphql'];

type Page = (config: ClientConfig) => string;

export interface WebApp {
  folder: string;
  app: Page;
  door: Page;
  /** The lines that stand in the pages themselves, as a content security policy names them. */
  inlineScripts: string[];
}

/** What `vite build` made; null where nothing was built. */
export async function readWebApp(folder: string): Promise<WebApp | null> {
  if (!existsSync(path.join(folder, 'index.html'))) return null;
  const pages = await Promise.all(['index.html', 'door.html'].map((name) => readFile(path.join(folder, name), 'utf8')));
  const [app, door] = pages.map(toPage);
  if (!app || !door) throw new Error(`The web app in ${folder} is not whole`);
  const scripts = pages.flatMap((page) =>
    [...page.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? ''),
  );
  return { folder, app, door, inlineScripts: [...new Set(scripts)].map(policyHash) };
}

function toPage(html: string): Page {
  if (!html.includes(slot)) throw new Error('A page of the web app has no place for its configuration');
  // `<` must not end the script element early.
  return (config) =>
    html.replace(slot, () => slot.replace('></', `>${JSON.stringify(config).replaceAll('<', String.raw`\u003c`)}</`));
}

function policyHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/**
 * Serves the built web app: assets for ever (their names carry their content), and for every address that is a screen a
 * page, with what the browser needs to know already in it. Tokens live in the memory of a page, so that a page that has
 * just been asked for has none: it gets the door, a few lines that lead to the sign-in, and the app comes after that.
 */
export async function serveWebApp(
  server: FastifyInstance,
  { web, clientConfig }: { web: WebApp | null; clientConfig: () => ClientConfig },
): Promise<void> {
  if (!web) {
    server.setNotFoundHandler((request, reply) => answerFailure(new Failure('not_found'), request, reply));
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
      // `.env` and the like are what scanners look for; no screen is called so.
      !pathname.includes('/.') &&
      !path.extname(pathname);
    if (!isScreen) return answerFailure(new Failure('not_found'), request, reply);
    const page = needTheApp.includes(pathname.replace(/(?<=.)\/$/, '')) ? web.app : web.door;
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page(clientConfig()));
  });
}
