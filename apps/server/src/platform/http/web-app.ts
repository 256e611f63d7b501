import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import staticFiles from '@fastify/static';
import { ReturnPath, type ClientConfig } from '@tidemark/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../api-error.ts';
import { sendError } from './send-error.ts';
import { setSharedHeaders, type SharedPage, toSharedPage } from './shared-page.ts';

const slot = '<script type="application/json" id="tidemark-config"></script>';
const appSlot = '<div id="root"></div>';

const callbackPath = '/api/v1/session/callback';
const signInPath = '/api/v1/session/sign-in';
const maxReturnPath = 2_000;
// Open to people who are not signed in yet.
const openPages = [
  '/logout',
  '/sign-in',
  '/join',
  '/reset-password',
  '/forgot-password',
  '/invitation',
  '/confirm-mail',
  '/unsubscribe',
];

// Common addresses for API descriptions: neither one of our screens nor a page that looks like one.
const notOurs = ['/docs', '/swagger', '/openapi', '/graphql'];

/** The page before the element with its app, and after it. */
type Page = (config: ClientConfig) => [start: string, end: string];

export interface WebApp {
  folder: string;
  app: Page;
  /** The page's inline scripts, for the content security policy. */
  inlineScripts: string[];
}

/** Reads the output of `vite build`; returns null when there is none. */
export async function readWebApp(folder: string): Promise<WebApp | null> {
  if (!existsSync(path.join(folder, 'index.html'))) return null;
  const html = await readFile(path.join(folder, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? '');
  return { folder, app: toPage(html), inlineScripts: [...new Set(scripts)].map(policyHash) };
}

function toPage(html: string): Page {
  if (!html.includes(slot)) throw new Error('A page of the web app has no configuration placeholder');
  const [start, end, ...more] = html.split(appSlot);
  if (start === undefined || end === undefined || more.length > 0)
    throw new Error('A page needs one place for the app');
  // `<` must not end the script element early.
  const embed = (config: ClientConfig) =>
    slot.replace('></', `>${JSON.stringify(config).replaceAll('<', String.raw`\u003c`)}</`);
  return (config) => [start.replace(slot, () => embed(config)), end];
}

function policyHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/**
 * Serves the built web app. Assets are cached for good, because their names contain their hash; other files are checked
 * again each time. Every screen gets the page with the browser configuration. Without a session cookie, a screen
 * redirects to the sign-in.
 */
export async function serveWebApp(
  server: FastifyInstance,
  {
    web,
    clientConfig,
    hasSession,
    drawFirstPage,
    readSharedPage,
  }: {
    web: WebApp | null;
    clientConfig: () => ClientConfig;
    hasSession: (request: FastifyRequest) => boolean;
    /** Draws the app's element, in parts, as shown until the app has loaded; null for pages that start empty. */
    drawFirstPage: (reply: FastifyReply) => AsyncIterable<string> | null;
    readSharedPage: (token: string, request: FastifyRequest) => Promise<SharedPage>;
  },
): Promise<void> {
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (!web) return sendError(new ApiError('not_found'), request, reply);
    if (!hasSession(request) && mustSignIn(request)) return reply.redirect(toSignIn(request.url));
    const isOpen = hasSession(request);
    const drawn = isOpen && request.method === 'GET' ? drawFirstPage(reply) : null;
    // A browser that stores figures would show them after a log-out.
    reply.header('cache-control', drawn ? 'private, no-store' : isOpen ? 'private, no-cache' : 'no-cache');
    reply.type('text/html; charset=utf-8');
    const [start, end] = web.app(clientConfig());
    if (!drawn) return reply.send(start + appSlot + end);
    // The browser loads scripts and styles, and shows the frame, while the figures are read.
    return reply.send(Readable.from(inOrder(start, drawn, end)));
  };
  server.get<{ Params: { '*': string } }>('/share/*', { schema: { hide: true } }, async (request, reply) => {
    if (!web) return sendError(new ApiError('not_found'), request, reply);
    const token = request.params['*'].replace(/\/$/, '');
    const page = await readSharedPage(token, request);
    setSharedHeaders(reply, page);
    return reply.send(toSharedPage(web.app(clientConfig()).join(appSlot), page));
  });
  // The redirect URI that is registered at the provider.
  server.get('/login', { schema: { hide: true } }, (request, reply) => {
    const query = request.url.replace(/^[^?]*\??/, '');
    const isAnswer = /(^|&)(code|error)=/.test(query);
    return isAnswer ? reply.redirect(`${callbackPath}?${query}`) : sendPage(request, reply);
  });
  if (web)
    await server.register(staticFiles, {
      root: web.folder,
      index: false,
      wildcard: false,
      preCompressed: true,
      maxAge: '1y',
      immutable: true,
      setHeaders(reply, file) {
        if (!file.startsWith(path.join(web.folder, 'assets'))) reply.header('cache-control', 'no-cache');
      },
      globIgnore: ['*.html', '**/*.map', 'server/**'],
    });
  server.setNotFoundHandler((request, reply) => {
    const pathname = toPathname(request.url);
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !notOurs.includes(pathname) &&
      // Scanners look for `.env` and the like; no screen has such a name.
      !pathname.includes('/.') &&
      !path.extname(pathname);
    return isScreen ? sendPage(request, reply) : sendError(new ApiError('not_found'), request, reply);
  });
}

async function* inOrder(start: string, drawn: AsyncIterable<string>, end: string) {
  yield start;
  let isEmpty = true;
  for await (const part of drawn) {
    isEmpty = false;
    yield part;
  }
  yield (isEmpty ? appSlot : '') + end;
}

/**
 * Returns true for pages that need a session. Signing in and logging out need the page; so does a failed sign-in, which
 * would otherwise begin again.
 */
function mustSignIn({ url, headers }: FastifyRequest): boolean {
  // If the header is missing, as from programs and over plain http, the page itself finds out.
  if (headers['sec-fetch-mode'] !== 'navigate') return false;
  return !openPages.includes(toPathname(url)) && !/[?&]signIn=failed(&|$)/.test(url);
}

function toSignIn(url: string): string {
  const isUseful = toPathname(url) !== '/login' && url.length <= maxReturnPath && ReturnPath.safeParse(url).success;
  return isUseful ? `${signInPath}?${new URLSearchParams({ returnTo: url }).toString()}` : signInPath;
}

function toPathname(url: string): string {
  return (url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '');
}
