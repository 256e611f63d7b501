import { startApp, type App, type AppOptions } from '../app.ts';
import type { Config } from '../config/config.ts';
import { readLocalKeys } from '../config/local-secrets.ts';
import { toDatabaseAddress } from '../database/database-address.ts';
import type { DatabaseAccess } from './database-access.ts';
import { createMetaSetup } from './meta-setup.ts';

interface RestartableAppDeps extends Pick<AppOptions, 'roles' | 'log' | 'onReady'> {
  database: DatabaseAccess;
  /** Returns the changed configuration. */
  readConfig: () => Config;
  /** Called when the app cannot start with it. */
  onFault: () => void;
}

export interface RestartableApp {
  app: App;
  close(): Promise<void>;
}

/** Starts the app, which an operator can configure in the browser: it then starts again in this process. */
export async function startRestartableApp(first: Config, deps: RestartableAppDeps): Promise<RestartableApp> {
  const { database, roles, log, readConfig, onFault, ...others } = deps;
  let isClosing = false;

  function start(config: Config): Promise<App> {
    // Several processes, and the sandbox, have their configuration from outside.
    const isAlone = roles.serve && roles.work && !config.sandbox;
    return startApp({
      config,
      address: database.address,
      ownerAddress: database.ownerAddress,
      directAddress: config.databaseDirectUrl ? toDatabaseAddress(config.databaseDirectUrl.reveal()) : undefined,
      encryptionKeys: config.encryptionKeys?.reveal() ?? database.secrets.encryptionKeys,
      reloadKeys: config.encryptionKeys ? undefined : () => readLocalKeys(config.dataDir),
      roles,
      log,
      isSoleProcess: database.isSoleProcess,
      metaSetup: isAlone ? createMetaSetup(config, () => void restart()) : null,
      ...others,
    });
  }

  const app = await start(first);
  let current: Promise<App | null> = Promise.resolve(app);

  async function restart(): Promise<void> {
    log.info('Restarting with the new configuration');
    current = current.then(async (running) => {
      await running?.close();
      return isClosing ? null : start(readConfig());
    });
    await current.catch((error: unknown) => {
      log.fatal({ err: error }, 'Could not start with the new configuration');
      onFault();
    });
  }

  return {
    app,
    async close() {
      isClosing = true;
      const running = await current.catch(() => null);
      await running?.close();
    },
  };
}
