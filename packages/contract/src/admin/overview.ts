import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const Money = z.object({
  currency: z.string(),
  /** Amount in the currency's smallest unit. */
  mrr: z.number(),
  arpu: z.number(),
  /** Null without churn, because the lifetime is then unknown. */
  ltv: z.number().nullable(),
  months: z.array(z.object({ month: z.string(), mrr: z.number() })),
});

export const BusinessFigures = z.object({
  users: z.number().int(),
  newUsers: z.number().int(),
  payingUsers: z.number().int(),
  /** Users on a plan an operator assigned, which brings no revenue. */
  givenPlans: z.number().int(),
  /** Churn over the last 30 days, as a ratio; null if nobody was paying when that period began. */
  churn: z.number().nullable(),
  money: z.array(Money),
  dailyActiveUsers: z.array(z.object({ day: z.string(), users: z.number().int() })),
  accounts: z.number().int(),
  plans: z.array(z.object({ id: z.string(), name: z.string(), users: z.number().int() })),
});
export type BusinessFigures = z.infer<typeof BusinessFigures>;

export const getOverview = endpoint({
  method: 'GET',
  path: '/admin/overview',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: 'Returns business metrics and the number of accounts with problems',
  response: z.object({
    business: BusinessFigures,
    fleet: z.object({ accounts: z.number().int(), running: z.number().int(), withProblem: z.number().int() }),
    at: z.iso.datetime(),
  }),
  failures: [],
});

export const Fleet = z.object({
  at: z.iso.datetime(),
  /** Reasons the responding process is degraded or not ready. */
  problems: z.array(z.string()),
  syncs: z.object({
    accounts: z.number().int(),
    running: z.number().int(),
    due: z.number().int(),
    firstSyncs: z.number().int(),
    throttled: z.number().int(),
  }),
  queue: z.object({
    ordinary: z.number().int(),
    urgent: z.number().int(),
    active: z.number().int(),
    retrying: z.number().int(),
    dead: z.array(z.object({ accountId: z.string(), since: z.iso.datetime(), error: z.string() })),
    deadTotal: z.number().int(),
  }),
  /** Background work in all processes together. */
  work: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      /** What an operator can do if it keeps failing. */
      remedy: z.string(),
      pausedAt: z.iso.datetime().nullable(),
      /** False if no process does it, or this installation has no use for it. */
      isStarted: z.boolean(),
      running: z.number().int(),
      /** Null for work without rows that wait. */
      backlog: z
        .object({
          due: z.number().int(),
          oldestDueAt: z.iso.datetime().nullable(),
          /** Rows that wait for another attempt after a failure. */
          retrying: z.number().int(),
        })
        .nullable(),
      /** The end of the last run in which nothing failed. */
      succeededAt: z.iso.datetime().nullable(),
      failedAt: z.iso.datetime().nullable(),
      /** The last failure's message. */
      error: z.string().nullable(),
    }),
  ),
  /** Reasons that accounts are out of date; `usernames` are the first five. */
  failures: z.array(z.object({ code: z.string(), accounts: z.number().int(), usernames: z.array(z.string()) })),
  graph: z.object({
    callsThisHour: z.number().int(),
    callsLastDay: z.number().int(),
    requestsLastDay: z.number().int(),
    hours: z.array(z.object({ hour: z.iso.datetime(), calls: z.number().int() })),
    pauses: z.array(z.object({ scope: z.string(), until: z.iso.datetime(), reason: z.string() })),
  }),
  live: z.object({
    /** Live streams across all processes that serve or work, counting only reports from the last 45 seconds. */
    streams: z.number().int(),
    processes: z.number().int(),
    /** Live streams in the responding process alone. */
    streamsHere: z.number().int(),
    usersHere: z.number().int(),
  }),
  database: z.object({
    bytes: z.number().int(),
    version: z.string(),
    connections: z.number().int(),
    tables: z.array(z.object({ name: z.string(), bytes: z.number().int() })),
  }),
  process: z.object({
    version: z.string(),
    node: z.string(),
    startedAt: z.iso.datetime(),
    memoryBytes: z.number().int(),
    host: z.string(),
    migrations: z.number().int(),
  }),
  release: z.object({
    /** True if the operator lets Tidemark check for new releases. */
    isChecked: z.boolean(),
    /** Null until an address has answered. */
    checkedAt: z.iso.datetime().nullable(),
    /** Time of the last check, if it failed. */
    failedAt: z.iso.datetime().nullable(),
    /** Newest backup of the last month. */
    backedUpAt: z.iso.datetime().nullable(),
    /** The newest version, if newer than the running one; `notes` are Markdown. */
    newer: z
      .object({ version: z.string(), url: z.string(), notes: z.string(), publishedAt: z.iso.datetime() })
      .nullable(),
  }),
});
export type Fleet = z.infer<typeof Fleet>;

export const getFleet = endpoint({
  method: 'GET',
  path: '/admin/fleet',
  access: 'system-admin',
  cost: 'heavyRead',
  summary: 'Returns the current health of the installation',
  response: Fleet,
  failures: [],
});

const WorkName = z.strictObject({ name: z.string().min(1).max(64) });

export const pauseWork = endpoint({
  method: 'PUT',
  path: '/admin/work/:name/pause',
  access: 'system-admin',
  cost: 'write',
  summary: 'Pauses or resumes background work in all processes, within ten seconds',
  params: WorkName,
  body: z.strictObject({ isPaused: z.boolean() }),
  response: z.object({ success: z.literal(true) }),
  failures: ['work_not_found'],
});

export const retryWork = endpoint({
  method: 'POST',
  path: '/admin/work/:name/retry',
  access: 'system-admin',
  cost: 'write',
  summary: 'Retries now what waits for another attempt after a failure',
  params: WorkName,
  response: z.object({ success: z.literal(true), retried: z.number().int() }),
  failures: ['work_not_found'],
});
