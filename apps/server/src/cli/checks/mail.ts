import { createMailClient } from '../../clients/mail/mail.ts';
import { MailError } from '../../clients/mail/mail-error.ts';
import type { MailConfig } from '../../config/mail.ts';
import { isAboutAuthority } from '../../platform/connection-error.ts';
import { error, ok, unreachable, type Check } from './check.ts';

/** Connects to the mail server and signs in; sends nothing. */
export async function checkMail({ password, ...settings }: MailConfig): Promise<Check> {
  const area = 'Mail';
  const server = `${settings.host}:${settings.port}`;
  try {
    await createMailClient({ ...settings, password: password?.reveal() ?? null }).check();
    return ok(area, `${server} accepts the sign-in; the first message shows whether it accepts MAIL_FROM`);
  } catch (cause) {
    if (!(cause instanceof MailError)) throw cause;
    if (cause.problem === 'configuration' && !isAboutAuthority(cause))
      return error(
        area,
        `${server} rejects the connection: ${cause.message}`,
        'Check the user, the password and TLS of SMTP_URL.',
      );
    return unreachable(
      area,
      `${server} cannot be reached`,
      cause.cause ?? cause,
      'Check SMTP_URL and the network; many providers block port 25.',
    );
  }
}
