import { createHash } from 'node:crypto';
import { pino, type Logger, type LoggerOptions } from 'pino';
import { DatabaseConnectionError, explainConnectionError } from '../connection-error.ts';
import { memoizeLast } from '../memoize-last.ts';
import { onceAMinute } from './once-a-minute.ts';

export type Log = Logger;

// The buffer for a full disk; lines beyond it are dropped.
const maxWaiting = 1024 * 1024;

/**
 * Writes JSON lines to stdout or a file. Callers never pass headers, bodies or addresses; known leaks are redacted
 * here. A failure to write is reported, and blocks nothing.
 */
export function createLog({
  level,
  file,
  onProblem = () => undefined,
}: {
  level: string;
  file?: string;
  onProblem?: (error: Error) => void;
}): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.authorization',
        '*.access_token',
        '*.accessToken',
        '*.token',
        '*.cookie',
        '*.password',
        '*.secret',
        'headers',
        '*.headers',
      ],
      censor: '[redacted]',
    },
    serializers: { err: describeError },
    formatters: { log: withoutUserId },
    hooks: { logMethod: summariseOutages() },
  };
  const destination = pino.destination({
    dest: file ?? 1,
    sync: true,
    mkdir: true,
    mode: 0o600,
    maxLength: maxWaiting,
  });
  // Lines are written as they arrive. Retrying what a full disk refused would block the process forever.
  destination.flushSync = () => undefined;
  destination.on('error', onProblem);
  return pino(options, destination);
}

/** Logs an outage of the database once a minute, in one line: everything fails with it. */
function summariseOutages(): NonNullable<LoggerOptions['hooks']>['logMethod'] {
  const report = onceAMinute(({ log, error }: { log: Logger; error: DatabaseConnectionError }) =>
    log.warn(`The database is not available: ${explainConnectionError(error)}`),
  );
  return function logMethod(args, method) {
    const error = findOutage(args[0]);
    if (error) report({ log: this, error });
    else method.apply(this, args);
  };
}

function findOutage(fields: unknown): DatabaseConnectionError | null {
  let error: unknown = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : null;
  while (error instanceof Error && !(error instanceof DatabaseConnectionError)) error = error.cause;
  return error instanceof DatabaseConnectionError ? error : null;
}

/** One user's lines can be correlated, but only the database can identify the user. */
function withoutUserId({ userId, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (typeof userId !== 'string') return rest;
  return { ...rest, user: toUserMark(userId) };
}

// A batch logs two dozen lines of one user.
const toUserMark = memoizeLast((userId: string) => createHash('sha256').update(userId).digest('hex').slice(0, 16));

// A client library's error may contain its request, URL and token: only these parts are safe to log.
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error).slice(0, 500) };
  return {
    type: error.name,
    message: error.message.replaceAll(/(access_token|code|client_secret|appsecret_proof)=[^&\s"]+/g, '$1=[redacted]'),
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  };
}
