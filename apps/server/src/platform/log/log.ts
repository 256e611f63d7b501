import { createHash } from 'node:crypto';
import { pino, type Logger } from 'pino';

export type Log = Logger;

// What waits for a disk that is full; more is let go.
const mostWaiting = 1024 * 1024;

/**
 * JSON lines, on stdout or in a file. Headers, bodies and addresses are never handed to it; what could slip in is cut here.
 * A line that cannot be written is told of, and stops nobody.
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
  };
  const destination = pino.destination({ dest: file ?? 1, sync: true, mkdir: true, maxLength: mostWaiting });
  // Lines are written as they come. What a full disk did not take would be tried for ever, and the process stand still.
  destination.flushSync = () => undefined;
  destination.on('error', onProblem);
  return pino(options, destination);
}

/** Lines of one person can be told to be theirs; whose they are, only the database says. */
function withoutUserId({ userId, ...rest }: Record<string, unknown>): Record<string, unknown> {
  if (typeof userId !== 'string') return rest;
  return { ...rest, user: createHash('sha256').update(userId).digest('hex').slice(0, 16) };
}

// An error of a client library may carry its request, address and token: only these parts are safe to keep.
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
