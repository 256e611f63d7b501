import { cutText } from '@tidemark/contract';

/**
 * Reasons why a message was not sent:
 * - temporary: the server is unreachable or asks to try again
 * - rejected: the server permanently rejects the recipient or the message
 * - configuration: the server permanently rejects us: the credentials, the sender, or TLS
 * - unknown: the connection ended after the message had begun, so it may have been delivered
 */
export type MailProblem = 'temporary' | 'rejected' | 'configuration' | 'unknown';

export class MailError extends Error {
  readonly problem: MailProblem;
  constructor(problem: MailProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}

interface SmtpFailure {
  code: string;
  responseCode: number | null;
  command: string;
  response: string;
}

const senderCommands = /^(AUTH|MAIL FROM|EHLO|HELO|STARTTLS|API)/;

/** `hasBegun`: true if any part may have left. */
export function toMailError(cause: unknown, { hasBegun }: { hasBegun: boolean }): MailError {
  if (cause instanceof MailError) return cause;
  const failure = readFailure(cause);
  const message = cutText(failure.response || (cause instanceof Error ? cause.message : String(cause)), {
    maxUnits: 300,
  });
  return new MailError(classify(failure, hasBegun), message, { cause });
}

function classify({ code, responseCode, command }: SmtpFailure, hasBegun: boolean): MailError['problem'] {
  if (responseCode === null) {
    if (hasBegun) return 'unknown';
    if (code === 'EENVELOPE') return 'rejected';
    return code === 'ETLS' || code === 'EAUTH' ? 'configuration' : 'temporary';
  }
  if (responseCode < 500) return 'temporary';
  return senderCommands.test(command) ? 'configuration' : 'rejected';
}

function readFailure(cause: unknown): SmtpFailure {
  const text = (name: string) =>
    cause instanceof Error && name in cause ? String((cause as unknown as Record<string, unknown>)[name]) : '';
  const responseCode = Number(text('responseCode'));
  return {
    code: text('code'),
    responseCode: responseCode >= 200 && responseCode <= 599 ? responseCode : null,
    command: text('command'),
    response: text('response'),
  };
}
