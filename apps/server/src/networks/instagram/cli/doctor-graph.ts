import { parseArgs } from 'node:util';
import { readPlaces, type Config } from '../../../config/config.ts';
import { findExcessRights, leastPrivilegeAdvice } from '../../../database/access.ts';
import { connectDatabase, type Database } from '../../../database/database.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import { createLocalEventBus } from '../../../platform/events/event-bus.ts';
import { createVault } from '../../../platform/secrets.ts';
import { openRunningDatabase } from '../../../cli/open-running-database.ts';
import { readRunningConfig } from '../../../cli/read-running-config.ts';
import { CliError } from '../../../cli/cli-error.ts';
import type { GraphHost } from '../client/graph-http.ts';
import { toGraphOptions } from '../client/graph-options.ts';
import { createGraphProbe } from '../client/graph-probe.ts';
import { createInstagramGraph } from '../client/instagram-graph.ts';
import { createConnectionAccess } from '../connections/connection-access.ts';
import { neededScopes } from '../connections/rules.ts';
import { findAccountToCheck } from '../doctor/find-account.ts';
import { checkMeta } from '../doctor/meta-checks.ts';
import type { Finding } from '../doctor/rules.ts';

/**
 * Prints what Tidemark assumes about the Graph API, and whether the responses for one account confirm it. Returns 0
 * when at most optional permissions are missing, else 1. Read-only, some 80 calls; the output contains no secret, ID or
 * name.
 */
export async function doctorGraph(
  environment: Record<string, string | undefined>,
  args: readonly string[],
): Promise<number> {
  const { json, ...asked } = readArguments(args);
  const access = await openRunningDatabase({
    dataDir: readPlaces(environment).dataDir,
    databaseUrl: environment['DATABASE_URL'] || null,
  });
  const db = connectDatabase(access.address, { readOnly: true });
  let isRefuted = false;
  try {
    const excessRights = await findExcessRights(db);
    if (excessRights) console.error(`Warning: ${excessRights}: ${leastPrivilegeAdvice}.`);
    const encryptionKeys = environment['ENCRYPTION_KEYS'] || access.encryptionKeys;
    const config = await readRunningConfig(environment, { db, encryptionKeys });
    for await (const finding of checkInstallation({ config, db, encryptionKeys }, asked)) {
      isRefuted ||= finding.verdict === 'refuted' && !finding.check.endsWith('(optional)');
      console.log(json ? JSON.stringify(finding) : toLine(finding));
    }
  } finally {
    await db.destroy();
    await access.close();
  }
  return isRefuted ? 1 : 0;
}

/** Yields the findings for one account: the named one, or any that a login can access, at this host. */
export async function* checkInstallation(
  {
    config,
    db,
    encryptionKeys,
    clock = systemClock,
  }: { config: Config; db: Database; encryptionKeys: string; clock?: Clock },
  { accountId, host }: { accountId: string | null; host?: GraphHost | undefined },
): AsyncGenerator<Finding> {
  const { meta, instagram: app } = config;
  const instagram = createInstagramGraph({ ...toGraphOptions(meta), instagram: app });
  const connections = createConnectionAccess({
    db,
    vault: createVault(encryptionKeys),
    clock,
    businessLogin: instagram.businessLogin,
    instagramLogin: instagram.instagramLogin,
    events: createLocalEventBus(),
  });
  const account = await findAccountToCheck(db, connections, { accountId, host });
  if (!account) throw new CliError('No login has access to this account. Connect one first or choose another account.');
  const probe =
    app && account.host === 'instagram'
      ? createGraphProbe({
          host: 'instagram',
          baseUrl: app.graphBaseUrl,
          version: meta.graphVersion,
          appId: app.appId,
          appSecret: app.appSecret.reveal(),
        })
      : createGraphProbe(toGraphOptions(meta));
  yield* checkMeta({ probe, dayZone: meta.dayZone, today: instagram.insights.toDay(clock()), neededScopes }, account);
}

function toLine({ check, verdict, detail }: Finding): string {
  return `${verdict.padEnd(9)}  ${check}${detail ? ` — ${detail}` : ''}`;
}

function readArguments(args: readonly string[]): { accountId: string | null; host?: GraphHost; json: boolean } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        account: { type: 'string' },
        host: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    const { account: accountId = null, host, json } = values;
    if (host === undefined) return { accountId, json };
    if (host !== 'facebook' && host !== 'instagram') throw new Error(`There is no host ${host}`);
    return { accountId, host, json };
  } catch (cause) {
    throw new CliError('Usage: tidemark doctor graph [--account ID] [--host facebook|instagram] [--json]', { cause });
  }
}
