import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { strangeBounces } from '../../../../test/strange-input.ts';
import { findPermanentFailure, readHeader } from './delivery-status.ts';
import { findReturnedMessage, toReturnPath } from './return-path.ts';

const returnPath = 'bounces@mail.example.com';
const report = (fields: string, type = 'multipart/report; report-type=delivery-status; boundary=x') =>
  [
    'From: MAILER-DAEMON@example.net',
    `Content-Type: ${type}`,
    '',
    '--x',
    'Content-Type: text/plain',
    '',
    'Action: failed',
    'Status: 5.0.0',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.net',
    '',
    fields,
    '',
    '--x--',
  ].join('\r\n');

it('finds the message for a return path, in any case and inside a header field', () => {
  const id = randomUUID();
  const address = toReturnPath(returnPath, id);

  expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
  expect(findReturnedMessage(returnPath, address)).toBe(id);
  expect(findReturnedMessage(returnPath, `To: <${address.toUpperCase()}>\nSubject: Undelivered`)).toBe(id);
});

it.each([
  ['another domain', (address: string) => address.replace('mail.example.com', 'mail.example.net')],
  ['a longer domain', (address: string) => `${address}.example.net`],
  ['another name', (address: string) => `x${address}`],
  ['a dot that is no dot', (address: string) => address.replace('mail.example', 'mailxexample')],
  ['too few digits', (address: string) => address.replace(/[0-9a-f]@/, '@')],
  ['no message', () => returnPath],
])('rejects a return path with %s', (_, change) => {
  expect(findReturnedMessage(returnPath, change(toReturnPath(returnPath, randomUUID())))).toBeNull();
});

it.each(strangeBounces)('reads $name', ({ message, failure }) => {
  expect(findPermanentFailure(message)).toEqual(failure);
  expect(findPermanentFailure(message.replaceAll('\r\n', '\n'))).toEqual(failure);
});

it("reads a report's second recipient, in any case", () => {
  const delayed = 'Action: delayed\r\nStatus: 4.4.1';

  expect(findPermanentFailure(report(`${delayed}\r\n\r\nAction: FAILED\r\nStatus: 5.2.2`))).toEqual({
    problem: 'Returned: 5.2.2',
    isAboutAddress: true,
  });
});

it.each([
  ['a delay', report('Action: delayed\r\nStatus: 4.4.1')],
  ['a delivery', report('Action: delivered\r\nStatus: 2.0.0')],
  ['a report that names no recipient', report('')],
  ['a reply that quotes a report', report('Action: failed\r\nStatus: 5.1.1', 'multipart/mixed; boundary=x')],
  ['an absence note', 'Subject: Away\r\nContent-Type: text/plain\r\n\r\nAction: failed\r\nStatus: 5.1.1'],
  ['nothing', ''],
])('does not treat %s as a permanent failure', (_, message) => {
  expect(findPermanentFailure(message)).toBeNull();
});

it('searches only the header for the address', () => {
  expect(readHeader('To: a\r\n b\r\n\r\nDelivered-To: c')).toBe('To: a b');
});
