import { failures, type FailureBody, type FailureCode } from '@tidemark/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { ApiError } from '../api-error.ts';
import { isAboutConnecting } from '../connection-error.ts';
import { DecryptionError } from '../secrets.ts';

/**
 * Converts anything thrown to a response. Whatever is not an ApiError is a bug: logged in full, reported in general
 * terms.
 */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error);
  // An extra log line each would add to the overload; the request's own line reports it.
  if (failure.status >= 500 && failure.code !== 'overloaded') request.log.error({ err: error }, failure.message);
  const challenge = request.routeOptions.config.challenge?.(failure, request) ?? (failure.status === 401 && 'Bearer');
  if (challenge) reply.header('www-authenticate', challenge);
  if (failure.status === 503 || failure.status === 429) reply.header('retry-after', retryAfter(failure));
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify(
        request.routeOptions.config.failsAsJsonRpc ? toJsonRpc(failure, request) : toBody(failure, request),
      ),
    );
}

/** Uses the codes in the JSON-RPC 2.0 specification, section 5.1; -32000 and below are the server's own. */
function toJsonRpc({ code, message, details, cause }: ApiError, { id: requestId, body }: FastifyRequest) {
  const id = typeof body === 'object' && body && 'id' in body ? body.id : null;
  const isUnreadable = cause instanceof Error && 'code' in cause && unreadableCodes.has(String(cause.code));
  return {
    jsonrpc: '2.0',
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    error: {
      code: isUnreadable ? -32_700 : code === 'invalid_input' ? -32_600 : code === 'internal_error' ? -32_603 : -32_000,
      message,
      data: { code, ...(details === undefined ? {} : { details }), requestId },
    },
  };
}

const unreadableCodes = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

function retryAfter({ details }: ApiError): number {
  const known = typeof details === 'object' && details && 'retryAfterSeconds' in details && details.retryAfterSeconds;
  return typeof known === 'number' ? known : 5;
}

function toBody({ code, message, details }: ApiError, { id: requestId }: FastifyRequest): FailureBody {
  return {
    success: false,
    message,
    error: { code, message, ...(details === undefined ? {} : { details }), requestId },
  };
}

function toFailure(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => ({
      field: fieldName(error.validationContext, issue.instancePath, issue.params),
      message: issue.message ?? 'is not valid',
    }));
    const first = fields[0];
    return new ApiError(
      'invalid_input',
      { fields },
      { message: first ? `${first.field}: ${first.message}` : undefined },
    );
  }
  if (!(error instanceof Error)) return new ApiError('internal_error');
  if (error instanceof DecryptionError) return new ApiError('login_not_decryptable', undefined, { cause: error });
  if (isDatabaseUnavailable(error)) return new ApiError('database_unavailable', undefined, { cause: error });
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return status < 500
    ? new ApiError(codeOfStatus(status), undefined, { cause: error })
    : new ApiError('internal_error');
}

function fieldName(context: string | undefined, path: string, params: unknown): string {
  const named = path.split('/').filter(Boolean).join('.');
  const unknownKeys =
    params && typeof params === 'object' && 'keys' in params && Array.isArray(params.keys) ? params.keys.join(',') : '';
  return [context === 'querystring' ? 'query' : context, named, unknownKeys].filter(Boolean).join('.');
}

function codeOfStatus(status: number): FailureCode {
  if (status === 413 || status === 414) return 'payload_too_large';
  const match = Object.entries(failures).find(([code, failure]) => failure.status === status && commonCodes.has(code));
  return (match?.[0] ?? 'invalid_input') as FailureCode;
}

const commonCodes = new Set([
  'invalid_input',
  'unauthenticated',
  'forbidden',
  'not_found',
  'unsupported_media_type',
  'too_many_requests',
]);

// PostgreSQL manual, appendix A. 53100: disk full, 53200: out of memory, 53300: too many connections, 57014: statement
// timeout, 55P03: lock timeout, 25006: not the primary, 25P03: idle in transaction timeout, 40P01: deadlock.
const unavailableCodes = new Set(['53100', '53200', '53300', '57014', '55P03', '25006', '25P03', '40P01']);

function isDatabaseUnavailable(error: Error): boolean {
  return isAboutConnecting(error) || ('code' in error && unavailableCodes.has(String(error.code)));
}
