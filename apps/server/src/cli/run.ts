import net from 'node:net';
import path from 'node:path';
import { readConfig, readPlaces, wantsSandbox, type Config } from '../config/config.ts';
import { restrictFile } from '../config/data-dir.ts';
import { readEnvironment } from '../config/environment.ts';
import { listDeprecations, resolveRenamedVariables } from '../config/renamed-variables.ts';
import { CannotMigrateError } from '../database/access.ts';
import type { Database } from '../database/database.ts';
import { systemClock } from '../platform/clock.ts';
import { createLog, type Log } from '../platform/log/log.ts';
import { onceAMinute } from '../platform/log/once-a-minute.ts';
import { openDatabase, type DatabaseAccess } from './database-access.ts';
import { CliError } from './cli-error.ts';
import { startRestartableApp, type RestartableApp } from './restartable-app.ts';
import { hasSandbox, startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';

export { CliError } from './cli-error.ts';

const stopDeadline = 30_000;
/** Milliseconds to stop after an unexpected error, when the process's state is unknown. */
const faultDeadline = 5_000;
// The web app's address under `npm run dev`.
const devOrigin = 'http://localhost:5173';

type Roles = { serve: boolean; work: boolean };

/** Starts the requested roles, waits for a stop signal, then stops them in order. */
export async function runRoles(roles: Roles, environment: Record<string, string | undefined>): Promise<void> {
  const places = readPlaces(environment);
  const sandboxed = wantsSandbox(environment);
  // Reports mistakes before anything starts; the sandbox's part is checked once it is known.
  const early = sandboxed ? null : readConfig(environment);
  if (sandboxed && !hasSandbox())
    throw new CliError(
      'No providers are configured, and a release does not include the sandbox. Run setup first; to try Tidemark out, use npm start in a clone.',
    );
  if (roles.serve) await requireFreePort(places.port, 'PORT');
  if (sandboxed) await requireFreePort(places.sandboxPort, 'SANDBOX_PORT');
  if (places.metricsPort) await requireFreePort(places.metricsPort, 'METRICS_PORT');

  let log: Log | null = null;
  const report = (message: string, error?: unknown) => {
    if (log) log.error({ err: error }, message);
    else console.error(message);
  };
  const started: { database?: DatabaseAccess; sandbox?: SandboxProcess; app?: RestartableApp } = {};
  const stop = stopOnSignal(started);
  const ready = Promise.withResolvers<void>();
  for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(fault, (error) => {
      if (log) log.fatal({ err: error }, 'Uncaught error; exiting');
      else console.error(error);
      stop.becauseOfFault();
    });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop.onUnwritten);
  try {
    started.database = await openDatabase(
      {
        dataDir: places.dataDir,
        databaseUrl: environment['DATABASE_URL'] || null,
        migrationDatabaseUrl: environment['MIGRATION_DATABASE_URL'] || environment['DATABASE_DIRECT_URL'] || null,
      },
      report,
    );
    if (sandboxed) {
      progress('Starting the sandbox in place of the identity provider, Meta, Stripe and GitHub');
      started.sandbox = await startSandboxProcess({
        port: places.sandboxPort,
        publicUrl: places.sandboxUrl,
        dataDir: places.dataDir,
        appOrigins: [places.appUrl, devOrigin],
      });
    }
    const config =
      early ??
      readConfig(
        { ...resolveRenamedVariables(environment).current, ...started.sandbox?.environment },
        { sandbox: true },
      );
    const logFile = config.production ? undefined : path.join(config.dataDir, 'tidemark.log');
    if (logFile) await restrictFile(logFile);
    log = createLog({
      level: config.logLevel,
      file: logFile,
      onProblem: stop.onUnwritten,
    });
    for (const deprecation of listDeprecations(environment)) log.warn(deprecation);
    started.app = await startRestartableApp(config, {
      database: started.database,
      roles,
      log,
      readEnvironment,
      onReady: ready.resolve,
      onFault: stop.becauseOfFault,
    });
    const { app } = started.app;
    if (started.sandbox) await seedSandbox(started.sandbox, config, { db: app.db, log });
    if (!roles.serve) return progress('Tidemark worker is ready');
    const problems = await app.listProblems();
    if (problems.length > 0) progress(`Tidemark is running but not ready: ${problems.join('; ')}`);
    const setupLink = await app.createSetupLink();
    const isFirst = setupLink
      ? `\nNo one can sign in yet. Create the first operator within 24 hours: ${setupLink}`
      : '';
    void ready.promise.then(() => progress(`Tidemark is ready: ${config.appUrl}${isFirst}`));
  } catch (error) {
    if (stop.isStopping()) return;
    await stop.quietly();
    throw explain(error, places.port);
  }
}

/** Seeds the personas on the first start, before the address is printed. */
async function seedSandbox(
  sandbox: SandboxProcess,
  config: Config,
  { db, log }: { db: Database; log: Log },
): Promise<void> {
  const url = `http://localhost:${config.port}`;
  try {
    await sandbox.seedPersonas(url, {
      onProgress: progress,
      storePast: async (past) =>
        (await import('./seed-past.ts')).seedPast({ db, clock: systemClock, dayZone: config.meta.dayZone }, past),
    });
  } catch (error) {
    log.warn({ err: error }, 'Could not seed the sandbox');
    progress('Could not seed the sandbox. See the log for details.');
  }
}

function progress(text: string): void {
  console.log(text);
}

function stopOnSignal(started: { database?: DatabaseAccess; sandbox?: SandboxProcess; app?: RestartableApp }) {
  let stopping = false;
  const closeAll = async () => {
    await started.app?.close();
    started.sandbox?.stop();
    await started.database?.close();
  };
  const now = async (code: number, deadline = stopDeadline) => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), deadline).unref();
    try {
      await closeAll();
      process.exit(code);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  let firstSignalAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A terminal and our parent process may both pass on the same Ctrl-C.
      if (stopping && Date.now() - firstSignalAt < 1_000) return;
      firstSignalAt ||= Date.now();
      if (!stopping) console.log('Shutting down');
      void now(0);
    });
  }
  const becauseOfFault = () => {
    if (!stopping) return void now(1, faultDeadline);
    setTimeout(() => process.exit(1), faultDeadline).unref();
  };
  const warnUnwritten = onceAMinute(({ message }: Error) => console.error(`Could not write the log: ${message}`));
  return {
    becauseOfFault,
    /**
     * Ends the process if its output is closed, because nothing reads the log: its supervisor restarts it. A full disk
     * is temporary.
     */
    onUnwritten(error: Error) {
      if (!('code' in error) || error.code !== 'EPIPE') warnUnwritten(error);
      else if (!stopping) becauseOfFault();
    },
    isStopping: () => stopping,
    async quietly() {
      stopping = true;
      await closeAll().catch(() => undefined);
    },
  };
}

async function requireFreePort(port: number, variable: string): Promise<void> {
  for (const host of ['127.0.0.1', '::1']) {
    const server = net.createServer();
    try {
      await new Promise<void>((done, failed) =>
        server.once('error', failed).listen({ port, host, exclusive: true }, done),
      );
      await new Promise((done) => server.close(done));
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE') {
        throw new CliError(`Port ${port} is in use. Stop the process using it or choose another with ${variable}.`, {
          cause,
        });
      }
      if (cause instanceof Error && 'code' in cause && cause.code === 'EACCES') {
        throw new CliError(`This user may not bind port ${port}. Choose one above 1023 with ${variable}.`, { cause });
      }
    }
  }
}

function explain(error: unknown, port: number): unknown {
  if (error instanceof CannotMigrateError) return new CliError(error.message, { cause: error });
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE')
    return new CliError(`Port ${port} is in use. Stop the process using it or choose another with PORT.`, {
      cause: error,
    });
  return error;
}
