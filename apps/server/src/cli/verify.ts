import { parseArgs } from 'node:util';
import { createInstagramGraph } from '../clients/instagram-graph/instagram-graph.ts';
import type { Config } from '../config/config.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { createConnectionAccess } from '../features/connections/index.ts';
import { createPace, verifyAccounts, type AccountReport } from '../features/sync/index.ts';
import { systemClock, type Clock } from '../platform/clock.ts';
import { createLocalEventBus } from '../platform/events/event-bus.ts';
import { createLog } from '../platform/log/log.ts';
import { createVault } from '../platform/secrets.ts';
import { openBeside } from './open-beside.ts';
import { readWholeConfig } from './read-whole-config.ts';
import { Refusal } from './refusal.ts';

type Environment = Record<string, string | undefined>;

const most = 29;

/** Prints what differs from Instagram and a line for each account; returns 0 nothing differs, 1 something does, 2 not all could be read. */
export async function verify(environment: Environment, args: string[]): Promise<number> {
  const { account, days, json } = readArguments(args);
  const config = await readWholeConfig(environment);
  const access = await openBeside({ dataDir: config.dataDir, databaseUrl: config.databaseUrl?.reveal() ?? null });
  const db = connectDatabase(access.address, { readOnly: true });
  const outcomes = new Set<AccountReport['outcome']>();
  try {
    const encryptionKeys = config.encryptionKeys?.reveal() ?? access.encryptionKeys;
    for await (const report of verifyDatabase({ config, db, encryptionKeys }, { accountId: account, days })) {
      outcomes.add(report.outcome);
      for (const line of json ? [JSON.stringify(report)] : toLines(report)) console.log(line);
    }
  } finally {
    await db.destroy();
    await access.close();
  }
  if (outcomes.size === 0) throw new Refusal(account ? `There is no account ${account}.` : 'No account is synced yet.');
  return outcomes.has('different') ? 1 : outcomes.has('unread') ? 2 : 0;
}

/** The reports of a database, with clients of its own. */
export function verifyDatabase(
  {
    config,
    db,
    encryptionKeys,
    clock = systemClock,
  }: { config: Config; db: Database; encryptionKeys: string; clock?: Clock },
  options: { accountId: string | null; days: number },
): AsyncGenerator<AccountReport> {
  const asked = { calls: 0, requests: 0 };
  const instagram = createInstagramGraph({
    baseUrl: config.meta.graphBaseUrl,
    version: config.meta.graphVersion,
    appId: config.meta.appId,
    appSecret: config.meta.appSecret.reveal(),
    dayZone: config.meta.dayZone,
    onCalls({ calls }) {
      asked.calls += calls;
      asked.requests += 1;
    },
  });
  const { businessLogin } = instagram;
  const connections = createConnectionAccess({
    db,
    vault: createVault(encryptionKeys),
    clock,
    businessLogin,
    events: createLocalEventBus(),
  });
  const pace = createPace({ db, clock, log: createLog({ level: 'silent' }) });
  return verifyAccounts({ db, instagram, connections, pace, clock, asked: () => ({ ...asked }) }, options);
}

function toLines({ accountId, username, differences, ...report }: AccountReport): string[] {
  const name = `${accountId} @${username}`;
  const cost = `${report.calls} calls in ${report.requests} requests`;
  const summary = {
    same: `nothing differs: ${report.compared} compared, ${report.moved} moved on since, ${report.gaps} gaps known; ${cost}`,
    different: `${differences.length} differ: ${report.compared} compared, ${report.moved} moved on since, ${report.gaps} gaps known; ${cost}`,
    unread: `could not be read: ${report.reason}`,
    unfinished: 'its first sync goes on',
  }[report.outcome];
  return [
    ...differences.map(
      ({ what, where, figure, stored, instagram }) =>
        `${name}  ${what} ${where}, ${figure}: stored ${stored ?? 'nothing'}, ${what === 'gains' ? 'total' : 'Instagram'} ${instagram ?? 'nothing'}`,
    ),
    `${name}  ${summary}`,
  ];
}

function readArguments(args: string[]): { account: string | null; days: number; json: boolean } {
  const usage = `Usage: tidemark verify [--account ID] [--days DAYS] [--json], where DAYS is 1 to ${most}.`;
  try {
    const { values } = parseArgs({
      args,
      options: {
        account: { type: 'string' },
        days: { type: 'string', default: '14' },
        json: { type: 'boolean', default: false },
      },
    });
    const days = Number(values.days);
    if (!Number.isInteger(days) || days < 1 || days > most) throw new Refusal(usage);
    return { account: values.account ?? null, days, json: values.json };
  } catch (cause) {
    throw cause instanceof Refusal ? cause : new Refusal(usage, { cause });
  }
}
