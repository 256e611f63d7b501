import { cutText } from '@tidemark/contract';
import { toStorable } from '../../../platform/storable-text.ts';
import { findStatusCode, isAboutAddress } from './status-code.ts';

/** The reason why a message was permanently returned. */
export interface PermanentFailure {
  /** Such as '550 5.1.1 No such mailbox'. */
  problem: string;
  /** False if the message or its sender was refused, so that the address may be all right. */
  isAboutAddress: boolean;
}

const maxProblem = 300;

/** Returns a message's header, unfolded. */
export function readHeader(message: string): string {
  return unfold(splitAtEmptyLine(message)[0]);
}

/**
 * Returns the permanent failure reported in a delivery status notification (RFC 3464), or in the older form that a few
 * servers use; null for delays, for replies by people and programs, and for everything else.
 */
export function findPermanentFailure(message: string): PermanentFailure | null {
  const [header, body] = splitAtEmptyLine(message);
  const isReport = /^content-type:\s*multipart\/report\b/im.test(unfold(header));
  return isReport ? readReport(body) : readOlderForm(unfold(header), body);
}

function readReport(body: string): PermanentFailure | null {
  const [, part = ''] = body.split(/^content-type:[ \t]*message\/(?:global-)?delivery-status\b.*$/im);
  const [, status] = splitAtEmptyLine(part);
  // Fields about the message come first, then fields about each recipient, until the next part.
  const [fields = ''] = status.split(/^--/m);
  for (const group of unfold(fields).split(/\n\s*\n/)) {
    // Servers say so once they have given up, also about a domain that never answered (4.4.7).
    if (readField(group, 'action').toLowerCase() !== 'failed') continue;
    const code = readField(group, 'status');
    const reply = readField(group, 'diagnostic-code').replace(/^[\w-]+;\s*/, '');
    if (code !== '' || reply !== '') return toFailure(reply || code, findStatusCode(code, reply));
  }
  return null;
}

/**
 * Reads the older form: Exim and earlier Google servers name failed recipients in the header, qmail introduces itself
 * in the text.
 */
function readOlderForm(header: string, body: string): PermanentFailure | null {
  const isFromQmail = /^\s*Hi\. This is the qmail-send program at /.test(body);
  const isPermanent = isFromQmail ? /permanent error/i.test(body) : /^x-failed-recipients:/im.test(header);
  if (!isPermanent) return null;
  // The server's copy of the message itself stands behind such a line.
  const [report = ''] = body.split(/^-{3,}.*$|^--- Below this line/m);
  const reply = /(?<!\d)[45]\d\d[ -](?:[^\n]|\n[ \t]+(?=\S))*/.exec(report)?.[0] ?? 'delivery failed permanently';
  return toFailure(reply, findStatusCode(reply));
}

function toFailure(reply: string, code: string | null): PermanentFailure {
  return {
    problem: cutText(toStorable(`Returned: ${reply}`).replaceAll(/\s+/g, ' '), { maxUnits: maxProblem }),
    isAboutAddress: isAboutAddress(code),
  };
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
