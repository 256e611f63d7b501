import type { ReceivedMail } from './mailbox.ts';

const boundary = 'sandbox-report';

/** Returns a message as bounced by a mail server that had accepted it first (RFC 3464). */
export function toDeliveryStatus(
  { returnPath, to: [address = ''], subject }: ReceivedMail,
  { action }: { action: 'failed' | 'delayed' },
): string {
  const isFailed = action === 'failed';
  return [
    'From: Mail Delivery System <MAILER-DAEMON@sandbox.test>',
    `To: ${returnPath}`,
    `Subject: ${isFailed ? 'Undelivered Mail Returned to Sender' : 'Delayed Mail'}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    `\tboundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `Your message to ${address} could not be delivered.`,
    '',
    `--${boundary}`,
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.sandbox.test',
    '',
    `Final-Recipient: rfc822; ${address}`,
    `Action: ${action}`,
    `Status: ${isFailed ? '5.1.1' : '4.4.1'}`,
    `Diagnostic-Code: smtp; ${isFailed ? '550 5.1.1 No such mailbox' : '451 4.4.1 No answer'}`,
    '',
    `--${boundary}`,
    'Content-Type: message/rfc822',
    '',
    `Subject: ${subject}`,
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
