import { cutText } from '@tidemark/contract';

/** Why a message was returned for good. */
export interface PermanentFailure {
  /** Such as '550 5.1.1 No such mailbox'. */
  problem: string;
}

const maxProblem = 300;

/** The header of a message, unfolded. */
export function readHeader(message: string): string {
  return unfold(splitAtEmptyLine(message)[0]);
}

/**
 * The permanent failure that a delivery status notification (RFC 3464) reports; null for delays, for replies of people
 * and programs, and for everything else.
 */
export function findPermanentFailure(message: string): PermanentFailure | null {
  const [header, body] = splitAtEmptyLine(message);
  if (!/^content-type:\s*multipart\/report\b/im.test(unfold(header))) return null;
  const [, part = ''] = body.split(/^content-type:[ \t]*message\/(?:global-)?delivery-status\b.*$/im);
  const [, status] = splitAtEmptyLine(part);
  // Fields about the message come first, then those about each recipient, until the next part.
  const [fields = ''] = status.split(/^--/m);
  for (const group of unfold(fields).split(/\n\s*\n/)) {
    const code = readField(group, 'status');
    if (readField(group, 'action').toLowerCase() !== 'failed' || !code.startsWith('5.')) continue;
    const reply = readField(group, 'diagnostic-code').replace(/^[\w-]+;\s*/, '');
    return { problem: cutText(`Returned: ${reply || code}`.replaceAll(/\s+/g, ' '), { maxUnits: maxProblem }) };
  }
  return null;
}

function splitAtEmptyLine(text: string): [string, string] {
  const normal = text.replaceAll('\r\n', '\n');
  const at = normal.indexOf('\n\n');
  return at === -1 ? [normal, ''] : [normal.slice(0, at), normal.slice(at + 2)];
}

function unfold(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ');
}

function readField(fields: string, name: string): string {
  return (new RegExp(`^${name}:(.*)$`, 'im').exec(fields)?.[1] ?? '').trim();
}
