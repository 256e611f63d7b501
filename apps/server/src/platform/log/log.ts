import { createHash } from 'node:crypto';
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines, on stdout or in a file. Headers, bodies and addresses are never handed to it; what could slip in is cut here. */
export function createLog({ level, file }: { level: string; file?: string }): Log {
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
  return file ? pino(options, pino.destination({ dest: file, sync: false, mkdir: true })) : pino(options);
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
