import { toAsciiDomain } from '@tidemark/contract';
import { z } from 'zod';
import { Secret } from './secret.ts';
import { isLoopback } from './values.ts';

const address = String.raw`[^\s<>@"(),:;\\\p{Cc}\p{Cf}]+@[\p{L}\p{M}\p{N}.-]+`;
const sender = new RegExp(
  String.raw`^(?:(?<name>[^<>"\p{Cc}]{1,100}?)\s*<(?<named>${address})>|(?<plain>${address}))$`,
  'u',
);

/** Mail: password resets, invitations, digests. */
export const mailVariables = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587 or smtps://user:password@host' })
    .refine((value) => ['', '?tls=required', '?tls=off'].includes(new URL(value).search), {
      message: 'accepts only ?tls=required or ?tls=off after the host',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .trim()
    .regex(sender, 'must look like tidemark@example.com or Tidemark <tidemark@example.com>')
    .optional(),
  MAIL_RETURN_PATH: z
    .string()
    .trim()
    .regex(new RegExp(`^${address}$`, 'u'), 'must look like bounces@example.com')
    // The part before the @ may have 64 characters, and gets a sign and the message's 32 digits.
    .regex(/^[^+@]{1,31}@/, 'must have at most 31 characters before the @, without a plus sign')
    .optional(),
};

const Mail = z.object(mailVariables);
type MailVariables = z.output<typeof Mail>;

export type MailConfig = NonNullable<ReturnType<typeof toMailConfig>>;

/** Returns null when no mail is sent. */
export function toMailConfig({ SMTP_URL, MAIL_FROM, MAIL_RETURN_PATH }: MailVariables, appUrl: string) {
  if (!SMTP_URL || !MAIL_FROM) return null;
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const { name = null, named, plain } = sender.exec(MAIL_FROM)?.groups ?? {};
  const isImplicit = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isImplicit ? 465 : 587),
    /** TLS from the start, after STARTTLS, or not at all. */
    tls: isImplicit ? ('implicit' as const) : isPlaintext(SMTP_URL) ? ('off' as const) : ('starttls' as const),
    user: username ? decodeURIComponent(username) : null,
    password: password ? new Secret(decodeURIComponent(password)) : null,
    from: { name, address: withAsciiDomain(named ?? plain ?? '') },
    /** Return address for undeliverable mail, made unique per message; null to use the sender. */
    returnPath: MAIL_RETURN_PATH === undefined ? null : withAsciiDomain(MAIL_RETURN_PATH),
    /** Host name in the server's greeting. */
    clientName: new URL(appUrl).hostname,
  };
}

function withAsciiDomain(written: string): string {
  const [name = '', domain = ''] = written.split('@');
  return `${name.normalize('NFC')}@${toAsciiDomain(domain) ?? domain}`;
}

/** Local mail servers usually offer no TLS. Elsewhere it is required, unless the address says otherwise. */
function isPlaintext(smtpUrl: string): boolean {
  const { protocol, hostname, search } = new URL(smtpUrl);
  if (protocol === 'smtps:' || search === '?tls=required') return false;
  return search === '?tls=off' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** Returns true if the password or the mail would cross a network in plain text. */
export function exposesMail(smtpUrl: string): boolean {
  return isPlaintext(smtpUrl) && !isLoopback(new URL(smtpUrl).hostname.replace(/^\[|\]$/g, ''));
}
