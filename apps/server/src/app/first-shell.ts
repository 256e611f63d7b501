import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { PageStart } from '@tidemark/contract';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { enterChosen, type Cookies, type EnterWorkspace, type SessionStore } from '../features/auth/index.ts';
import type { Log } from '../platform/log/log.ts';
import { readStartPage } from './start-page.ts';

/** A page without it is complete: it waits no longer than this for names, as on a slow database. */
const maxMillis = 1_000;

type Render = (
  page: PageStart,
  address: { pathname: string; search: Record<string, string> },
  options: { sandbox: boolean },
) => string;

export interface FirstShellDeps {
  /** Folder with the built web app. */
  folder: string;
  db: Database;
  sessions: Pick<SessionStore, 'findUserId'>;
  cookies: Cookies;
  config: Pick<Config, 'sandbox'>;
  enterWorkspace: EnterWorkspace;
  log: Log;
}

/** Renders the page frame, with names, shown until the app has loaded. */
export async function createFirstShell({ folder, db, sessions, cookies, config, enterWorkspace, log }: FirstShellDeps) {
  const render = await loadRender(path.join(folder, 'server', 'first-shell.js'));

  async function readPage(reply: FastifyReply): Promise<PageStart | null> {
    const cookie = cookies.read(reply, 'session');
    const userId = cookie === undefined ? null : await sessions.findUserId(cookie);
    if (userId === null) return null;
    return readStartPage(db, await enterChosen(enterWorkspace, userId, cookies.read(reply, 'workspace')));
  }

  async function draw(reply: FastifyReply): Promise<string> {
    const { pathname, searchParams } = new URL(reply.request.url, 'http://localhost');
    if (!render || (pathname !== '/' && !/^\/account\/[^/]+$/.test(pathname))) return '';
    try {
      const page = await readPage(reply);
      return page
        ? render(page, { pathname, search: Object.fromEntries(searchParams) }, { sandbox: config.sandbox })
        : '';
    } catch (err) {
      log.warn({ err }, 'The first shell of a page could not be drawn');
      return '';
    }
  }

  return (reply: FastifyReply): Promise<string> => Promise.race([draw(reply), sleep(maxMillis, '', { ref: false })]);
}

/** Loads the file that the web app's build made from the same contract; without a build there is none. */
async function loadRender(file: string): Promise<Render | null> {
  if (!existsSync(file)) return null;
  const { renderFirstShell } = (await import(pathToFileURL(file).href)) as { renderFirstShell: Render };
  return renderFirstShell;
}
