const explanations: Record<string, string> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  ETIMEDOUT: 'it does not respond',
  ENOTFOUND: 'its host name cannot be resolved',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  EHOSTUNREACH: 'no network route leads to it',
  ENETUNREACH: 'no network route leads to it',
  UND_ERR_CONNECT_TIMEOUT: 'it does not respond',
  UND_ERR_HEADERS_TIMEOUT: 'it does not respond',
  UND_ERR_BODY_TIMEOUT: 'it does not respond',
  UND_ERR_SOCKET: 'it closed the connection',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: compare the clocks',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port',
};
const unknownAuthority = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

const authorityMessage = /self-signed certificate|unable to (?:verify the first|get (?:local )?issuer) certificate/;

/** A connection to the database could not be made, or was lost. */
export class DatabaseConnectionError extends Error {
  code: unknown;
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = 'code' in cause ? cause.code : undefined;
  }
}

// PostgreSQL manual, appendix A. Class 08: lost connection, 57P0x: shutdown or startup. The others occur when an open
// connection breaks.
const connectionCodes = /^(08...|57P0[1-3]|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const connectionMessages =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** Returns true for the database driver's errors about connecting and about lost connections. */
export function isAboutConnecting(error: Error): boolean {
  if (error instanceof DatabaseConnectionError) return true;
  if (error instanceof AggregateError)
    return error.errors.some((one) => one instanceof Error && isAboutConnecting(one));
  return (
    ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) ||
    ('code' in error && connectionCodes.test(String(error.code))) ||
    connectionMessages.test(error.message)
  );
}

/** Returns the database's errors about lost connections as such, so that they are answered and logged alike. */
export function toDatabaseError(error: unknown): unknown {
  const isLost = error instanceof Error && !(error instanceof DatabaseConnectionError) && isAboutConnecting(error);
  return isLost ? new DatabaseConnectionError(error) : error;
}

/** The remedy for a certificate from an authority that this machine does not know. */
export const authorityAdvice = 'Set EXTRA_CA_CERTS=/path/to/ca.pem, the certificate of the authority that issued it';

/** Explains why another system could not be reached; known causes without addresses or secrets. */
export function explainConnectionError(error: unknown): string {
  const reason = describeConnectionError(error);
  return isAboutAuthority(error) ? `${reason}: ${authorityAdvice.replace(/^S/, 's')}` : reason;
}

/** Like `explainConnectionError`, without the remedy. */
export function describeConnectionError(error: unknown): string {
  if (isAboutAuthority(error)) return 'its certificate was issued by an unknown authority';
  const code = [...listCodes(error)].find((one) => one in explanations);
  if (code) return `${explanations[code] ?? ''} (${code})`;
  if (error instanceof Error && error.name === 'TimeoutError') return 'it does not respond in time';
  return error instanceof Error ? error.message : String(error);
}

export function isAboutAuthority(error: unknown): boolean {
  return [...listCodes(error)].some((code) => unknownAuthority.has(code));
}

/** Yields the codes of an error, its causes and the attempts it combines. */
function* listCodes(error: unknown): Generator<string> {
  if (!(error instanceof Error)) return;
  if ('code' in error) yield String(error.code);
  // The mail library replaces the code, and leaves the message.
  yield* error.message.match(/\bE[A-Z]{5,}\b/g) ?? [];
  if (authorityMessage.test(error.message)) yield 'UNABLE_TO_GET_ISSUER_CERT';
  if (error instanceof AggregateError) for (const one of error.errors) yield* listCodes(one);
  yield* listCodes(error.cause);
  // Stripe’s library puts the cause here.
  if ('detail' in error) yield* listCodes(error.detail);
}
