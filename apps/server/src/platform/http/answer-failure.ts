import { failures, type FailureBody, type FailureCode } from '@tidemark/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Failure } from '../failure.ts';

/** The one translator from anything thrown to an answer. What is not a Failure is a bug: logged whole, told in general. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = toFailure(error);
  // One line for each would be more of what there is too much of; the request's own line tells it.
  if (failure.status >= 500 && failure.code !== 'overloaded') request.log.error({ err: error }, failure.message);
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
  if (failure.status === 503 || failure.status === 429) reply.header('retry-after', retryAfter(failure));
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(failureBody(failure, request.id)));
}

function retryAfter({ details }: Failure): number {
  const known = typeof details === 'object' && details && 'retryAfterSeconds' in details && details.retryAfterSeconds;
  return typeof known === 'number' ? known : 5;
}

function failureBody({ code, message, details }: Failure, requestId: string): FailureBody {
  return {
    success: false,
    message,
    error: { code, message, ...(details === undefined ? {} : { details }), requestId },
  };
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) => ({
      field: fieldName(error.validationContext, issue.instancePath, issue.params),
      message: issue.message ?? 'is not valid',
    }));
    const first = fields[0];
    return new Failure(
      'invalid_input',
      { fields },
      { message: first ? `${first.field}: ${first.message}` : undefined },
    );
  }
  if (!(error instanceof Error)) return new Failure('internal_error');
  const code = 'code' in error ? String(error.code) : '';
  if (isDatabaseAway(code, error.message)) return new Failure('database_unavailable', undefined, { cause: error });
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return status < 500 ? new Failure(codeOfStatus(status), undefined, { cause: error }) : new Failure('internal_error');
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

// Class 08 is a lost connection, 57P0x a server going down or coming up, 53100 a full disk: PostgreSQL manual, appendix A.
function isDatabaseAway(code: string, message: string): boolean {
  return (
    /^(08...|57P0[1-3]|53100|53300|ECONNREFUSED|ECONNRESET|EPIPE)$/.test(code) ||
    /Connection terminated|connect ENOENT|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      message,
    )
  );
}
