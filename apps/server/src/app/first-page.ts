import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { columnsType, TimeZone, type ClientConfig, type PageStart, type Role } from '@tidemark/contract';
import type { FastifyReply } from 'fastify';
import type { Database } from '../database/database.ts';
import { enterChosen, type Cookies, type EnterWorkspace, type SessionStore } from '../features/auth/index.ts';
import type { Admissions } from '../platform/http/admission.ts';
import type { Call, RunCalls } from '../platform/http/run-calls.ts';
import { toPersonId, type Viewer } from '../platform/http/route.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log/log.ts';
import { readStartPage } from './start-page.ts';

/** Limits the wait for names, as on a slow database: a page is complete without them. */
const maxStartMillis = 1_000;
/** The page is drawn without figures that take longer. */
const maxFiguresMillis = 700;
/** Time since the provider last confirmed the sign-in, after which figures wait until it has done so again. */
const maxUnconfirmedMillis = 48 * 3_600_000;

/** The browser's window, from its cookie. */
interface View {
  width: number;
  chartWidth: number;
  timeZone: string;
}

type Render = (page: {
  page: PageStart;
  address: string;
  config: ClientConfig;
  view: View;
  /** Null to draw it without figures. */
  run: ((calls: Call[]) => Promise<(string | null)[]>) | null;
}) => AsyncIterable<string>;

export interface FirstPageDeps {
  /** Folder with the built web app. */
  folder: string;
  db: Database;
  sessions: Pick<SessionStore, 'findUser'>;
  cookies: Cookies;
  clientConfig: () => ClientConfig;
  enterWorkspace: EnterWorkspace;
  lacksSecondFactor(user: { role: Role; subject: string }): Promise<boolean>;
  admission: Admissions;
  runCalls: RunCalls;
  clock: Clock;
  log: Log;
}

/**
 * Draws Overviews with names and, for a known window, with figures: first the frame, which needs no figures. Returns null
 * for other pages; yields nothing if the page cannot be drawn.
 */
export async function createFirstPage(deps: FirstPageDeps) {
  const {
    folder,
    db,
    sessions,
    cookies,
    clientConfig,
    enterWorkspace,
    lacksSecondFactor,
    admission,
    runCalls,
    clock,
    log,
  } = deps;
  const render = await loadRender(path.join(folder, 'server', 'first-page.js'));

  async function readStart(reply: FastifyReply) {
    const cookie = cookies.read(reply, 'session');
    const user = cookie === undefined ? null : await sessions.findUser(cookie);
    if (!user || (await lacksSecondFactor(user))) return null;
    const { userId, role, tokenExpiresAt } = user;
    const viewer = await enterChosen(enterWorkspace, { userId, role }, cookies.read(reply, 'workspace'));
    const isConfirmed = clock().getTime() - tokenExpiresAt.getTime() < maxUnconfirmedMillis;
    return { viewer, isConfirmed, page: await readStartPage(db, viewer) };
  }

  /** Runs the first screen's calls as the page's own would run; null for those that failed or took too long. */
  function createRun(reply: FastifyReply, viewer: Viewer) {
    return async (calls: Call[]): Promise<(string | null)[]> => {
      const answers = calls.map((): string | null => null);
      const signal = AbortSignal.timeout(maxFiguresMillis);
      const caller = `user:${toPersonId(viewer)}` as const;
      const run = () =>
        runCalls({ viewer, calls, request: reply.request, accept, signal }, (index, { statusCode, payload }) => {
          if (statusCode === 200) answers[index] = payload;
        });
      await admission.heavy.run(run, { caller, hasBegun: true, signal }).catch(() => undefined);
      return answers;
    };
  }

  async function* draw(reply: FastifyReply, render: Render): AsyncGenerator<string> {
    try {
      const start = await Promise.race([readStart(reply), sleep(maxStartMillis, null, { ref: false })]);
      if (!start) return;
      const { viewer, isConfirmed, page } = start;
      const view = readView(reply.request.cookies['tidemark_view']);
      const run = view && isConfirmed ? createRun(reply, viewer) : null;
      const config = clientConfig();
      yield* render({ page, address: reply.request.url, config, view: view ?? toUsualView(reply), run });
    } catch (err) {
      log.warn({ err }, 'A page could not be drawn on the server');
    }
  }

  return (reply: FastifyReply): AsyncIterable<string> | null =>
    render && overviewPattern.test(reply.request.url) ? draw(reply, render) : null;
}

const accept = `application/json, ${columnsType}`;
const overviewPattern = /^\/(account\/[^/?]+\/?)?(\?|$)/;
const viewPattern = /^(?<width>\d{2,5})\.(?<chartWidth>\d{1,4})\.(?<timeZone>[\w+/-]{1,64})$/;

function readView(cookie: string | undefined): View | null {
  const { width, chartWidth, timeZone } = viewPattern.exec(cookie ?? '')?.groups ?? {};
  const { success } = TimeZone.safeParse(timeZone);
  return success && timeZone !== undefined ? { width: Number(width), chartWidth: Number(chartWidth), timeZone } : null;
}

/** A browser's first page has no figures: the days of some depend on its time zone. */
function toUsualView({ request }: FastifyReply): View {
  const isPhone = request.headers['sec-ch-ua-mobile'] === '?1' || /Mobi/.test(request.headers['user-agent'] ?? '');
  return { width: isPhone ? 390 : 1440, chartWidth: 0, timeZone: 'UTC' };
}

/** Loads the file that the web app's build made from the same contract; without a build there is none. */
async function loadRender(file: string): Promise<Render | null> {
  if (!existsSync(file)) return null;
  const { renderFirstPage } = (await import(pathToFileURL(file).href)) as { renderFirstPage: Render };
  return renderFirstPage;
}
