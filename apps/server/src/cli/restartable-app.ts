import { startApp, type App, type AppOptions } from '../app.ts';
import type { Config } from '../config/config.ts';
import { readLocalKeys } from '../config/local-secrets.ts';
import { connectDatabase, type Database } from '../database/database.ts';
import { toDatabaseAddress } from '../database/database-address.ts';
import { readStoredSettings } from '../features/admin/index.ts';
import { startPoller } from '../platform/poller.ts';
import { createVault } from '../platform/secrets.ts';
import type { DatabaseAccess } from './database-access.ts';
import { createSettingsAccess } from './settings-access.ts';
import { readStoredConfig } from './stored-config.ts';

interface RestartableAppDeps extends Pick<AppOptions, 'roles' | 'log' | 'onReady'> {
  database: DatabaseAccess;
  /** Returns the current environment; operators' settings complete it. */
  readEnvironment: () => Record<string, string | undefined>;
  /** Called when the app cannot start with changed settings. */
  onFault: () => void;
  /** Milliseconds between checks for settings that another process has changed. */
  pollMillis?: number;
}

export interface RestartableApp {
  app: App;
  close(): Promise<void>;
}

/**
 * Starts the app with the environment and with what operators set in the browser. When they change that, in any process,
 * the app starts again in this one. The sandbox has its configuration from outside.
 */
export async function startRestartableApp(first: Config, deps: RestartableAppDeps): Promise<RestartableApp> {
  const { database, roles, log, readEnvironment, onFault, pollMillis = 10_000, ...others } = deps;
  const encryptionKeys = first.encryptionKeys?.reveal() ?? database.secrets.encryptionKeys;
  const reloadKeys = first.encryptionKeys ? undefined : () => readLocalKeys(first.dataDir);
  const vault = createVault(encryptionKeys, reloadKeys);
  let usedVersion = '';
  let isClosing = false;

  async function start(): Promise<App> {
    const environment = readEnvironment();
    const config = first.sandbox ? first : await readConfig(environment);
    return startApp({
      config,
      address: database.address,
      ownerAddress: database.ownerAddress,
      directAddress: config.databaseDirectUrl ? toDatabaseAddress(config.databaseDirectUrl.reveal()) : undefined,
      encryptionKeys,
      reloadKeys,
      roles,
      log,
      isSoleProcess: database.isSoleProcess,
      settings: config.sandbox
        ? null
        : createSettingsAccess(environment, { config, version: usedVersion, restart: () => void restart() }),
      ...others,
    });
  }

  async function readConfig(environment: ReturnType<typeof readEnvironment>): Promise<Config> {
    const { config, version, unreadable } = await withConnection(database, (db) =>
      readStoredConfig(environment, { db, vault }),
    );
    usedVersion = version;
    for (const name of unreadable)
      log.error(
        { setting: name },
        `The settings “${name}” do not decrypt with ENCRYPTION_KEYS: add the earlier key, or run tidemark settings remove ${name}`,
      );
    return config;
  }

  const app = await start();
  let current: Promise<App | null> = Promise.resolve(app);

  /** Starts again, unless an earlier call has already done so with the same settings. */
  async function restart(): Promise<void> {
    current = current.then(async (running) => {
      if (!running || !(await isOutdated(running))) return running;
      log.info('Restarting with the new configuration');
      await running.close();
      return isClosing ? null : start();
    });
    await current.catch((error: unknown) => {
      log.fatal({ err: error }, 'Could not start with the new configuration');
      onFault();
    });
  }

  /** Returns false while the database is away, which readiness reports. */
  const isOutdated = ({ db }: App) =>
    readStoredSettings(db, vault).then(
      ({ version }) => version !== usedVersion,
      () => false,
    );
  const watch = first.sandbox ? null : watchSettings();

  function watchSettings() {
    return startPoller(
      async () => {
        const running = await current;
        if (running && !isClosing && (await isOutdated(running))) await restart();
      },
      { intervalMillis: pollMillis, waitsFirst: true, log, failureMessage: 'Could not check for changed settings' },
    );
  }

  return {
    app,
    async close() {
      isClosing = true;
      const running = await current.catch(() => null);
      await running?.close();
      await watch?.stop();
    },
  };
}

async function withConnection<Result>(
  { address }: DatabaseAccess,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = connectDatabase(address, { max: 1 });
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}
