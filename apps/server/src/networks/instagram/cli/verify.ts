import { parseArgs } from 'node:util';
import { readPlaces, type Config } from '../../../config/config.ts';
import { connectDatabase, type Database } from '../../../database/database.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import { createLocalEventBus } from '../../../platform/events/event-bus.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createVault } from '../../../platform/secrets.ts';
import { openRunningDatabase } from '../../../cli/open-running-database.ts';
import { readRunningConfig } from '../../../cli/read-running-config.ts';
import { CliError } from '../../../cli/cli-error.ts';
import { printProgress } from '../../../cli/progress.ts';
import { toGraphOptions } from '../client/graph-options.ts';
import { createInstagramGraph } from '../client/instagram-graph.ts';
import { createConnectionAccess } from '../connections/connection-access.ts';
import { createGraphRateLimiter } from '../sync/schedule/graph-rate-limiter.ts';
import { verifyAccounts, type AccountReport, type VerifyOptions } from '../verify/verify-account.ts';

type Environment = Record<string, string | undefined>;

const most = 29;

/**
 * Prints the differences from Instagram and a line per account; returns 0 without differences, 1 with differences, 2
 * when an account could not be fetched.
 */
export async function verify(environment: Environment, args: string[]): Promise<number> {
  const { account, days, json, repair } = readArguments(args);
  const access = await openRunningDatabase({
    dataDir: readPlaces(environment).dataDir,
    databaseUrl: environment['DATABASE_URL'] || null,
  });
  const db = connectDatabase(access.address, { readOnly: !repair });
  const outcomes = new Set<AccountReport['outcome']>();
  const progress = printProgress('Verifying');
  try {
    const encryptionKeys = environment['ENCRYPTION_KEYS'] || access.encryptionKeys;
    const config = await readRunningConfig(environment, { db, encryptionKeys });
    const options = { accountId: account, days, repair, onProgress: progress.report };
    for await (const report of verifyDatabase({ config, db, encryptionKeys }, options)) {
      progress.clear();
      outcomes.add(report.outcome);
      for (const line of json ? [JSON.stringify(report)] : toLines(report)) console.log(line);
    }
  } finally {
    progress.end();
    await db.destroy();
    await access.close();
  }
  if (outcomes.size === 0)
    throw new CliError(account ? `Account ${account} not found.` : 'No accounts have been synced yet.');
  return outcomes.has('different') ? 1 : outcomes.has('unverified') ? 2 : 0;
}

/** Yields reports for a database, using its own API clients. */
export function verifyDatabase(
  {
    config,
    db,
    encryptionKeys,
    clock = systemClock,
  }: { config: Config; db: Database; encryptionKeys: string; clock?: Clock },
  options: VerifyOptions,
): AsyncGenerator<AccountReport> {
  const usage = { calls: 0, requests: 0 };
  const instagram = createInstagramGraph({
    ...toGraphOptions(config.meta),
    instagram: config.instagram,
    onCalls({ calls }) {
      usage.calls += calls;
      usage.requests += 1;
    },
  });
  const { businessLogin, instagramLogin } = instagram;
  const connections = createConnectionAccess({
    db,
    vault: createVault(encryptionKeys),
    clock,
    businessLogin,
    instagramLogin,
    events: createLocalEventBus(),
  });
  const rateLimiter = createGraphRateLimiter({ db, clock, log: createLog({ level: 'silent' }) });
  return verifyAccounts({ db, instagram, connections, rateLimiter, clock, countUsage: () => ({ ...usage }) }, options);
}

function toLines({ accountId, username, differences, repairs, ...report }: AccountReport): string[] {
  const name = `${accountId} @${username}`;
  const cost = `${report.calls} calls in ${report.requests} requests`;
  const summary = {
    same: `no differences: ${report.compared} compared, ${report.moved} changed since the sync, ${report.gaps} known gaps; ${cost}`,
    different: `${differences.length} differ: ${report.compared} compared, ${report.moved} changed since the sync, ${report.gaps} known gaps; ${cost}`,
    unverified: `could not be verified: ${report.reason}`,
    unfinished: 'first sync in progress',
  }[report.outcome];
  return [
    ...differences.map(
      ({ what, where, metric, stored, instagram }) =>
        `${name}  ${what} ${where}, ${metric}: stored ${stored ?? 'nothing'}, ${what === 'deltas' ? 'total' : 'Instagram'} ${instagram ?? 'nothing'}`,
    ),
    `${name}  ${summary}`,
    ...(repairs > 0
      ? [`${name}  ${repairs} days, windows and posts will be refetched by the next sync, which is due now`]
      : []),
  ];
}

function readArguments(args: string[]): { account: string | null; days: number; json: boolean; repair: boolean } {
  const usage = `Usage: tidemark verify [--account ID] [--days DAYS] [--repair] [--json] where DAYS is 1 to ${most}.`;
  try {
    const { values } = parseArgs({
      args,
      options: {
        account: { type: 'string' },
        days: { type: 'string', default: '14' },
        json: { type: 'boolean', default: false },
        repair: { type: 'boolean', default: false },
      },
    });
    const days = Number(values.days);
    if (!Number.isInteger(days) || days < 1 || days > most) throw new CliError(usage);
    return { account: values.account ?? null, days, json: values.json, repair: values.repair };
  } catch (cause) {
    throw cause instanceof CliError ? cause : new CliError(usage, { cause });
  }
}
