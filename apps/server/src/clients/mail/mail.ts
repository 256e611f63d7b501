import { channel } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailError, toMailError } from './mail-error.ts';

export interface MailSettings {
  host: string;
  port: number;
  tls: 'implicit' | 'starttls' | 'off';
  user: string | null;
  password: string | null;
  from: { name: string | null; address: string };
  /** Returns a message's envelope sender, to which it is returned; the sender by default. */
  toReturnPath?: (messageId: string) => string;
  clientName: string;
}

export interface OutgoingMail {
  /** Used in the Message-ID, so that a repeated attempt has the same one. */
  id: string;
  date: Date;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The address that ends a subscription with one POST (RFC 8058); null for mail about the user's account. */
  unsubscribeUrl: string | null;
  attachments: readonly { name: string; type: string; content: Buffer }[];
}

export interface MailClient {
  /**
   * Hands a message over to the mail server. `onBegin` is awaited before the message's first byte leaves; if it throws,
   * nothing was sent. Throws MailError.
   */
  send(mail: OutgoingMail, options: { onBegin(): Promise<void> }): Promise<void>;
  /** Connects and signs in without sending anything. Throws MailError. */
  check(): Promise<void>;
}

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, dnsTimeout: 10_000, socketTimeout: 30_000 };
const connecting = channel('smtp.client.connect');

export function createMailClient({
  host,
  port,
  tls,
  user,
  password,
  from,
  toReturnPath,
  clientName,
}: MailSettings): MailClient {
  async function connect(): Promise<SMTPConnection> {
    connecting.publish({ host });
    const connection = new SMTPConnection({
      host,
      port,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'off',
      name: clientName,
      ...timeouts,
    });
    // A failure may be reported more than once; the first report counts.
    connection.on('error', () => undefined);
    try {
      await settle((done) => {
        connection.once('error', done);
        connection.connect(() => done(null));
      });
      if (user !== null)
        await settle((done) => connection.login({ user, pass: password ?? '' }, (error) => done(error)));
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  return {
    async send(mail, { onBegin }) {
      let hasBegun = false;
      let beginProblem: unknown = null;
      const content = await compose(mail, from);
      // Read only once the server has answered DATA.
      async function* readContent() {
        try {
          await onBegin();
        } catch (error) {
          beginProblem = error;
          throw error;
        }
        hasBegun = true;
        yield content;
      }
      let connection: SMTPConnection | null = null;
      try {
        connection = await connect();
        const open = connection;
        assertTakesLetters(open, mail.to);
        await settle((done) => {
          open.once('error', done);
          const envelope = { from: toReturnPath?.(mail.id) ?? from.address, to: [mail.to] };
          open.send(envelope, Readable.from(readContent()), (error) => done(error));
        });
        open.quit();
      } catch (error) {
        connection?.close();
        throw beginProblem ?? toMailError(error, { hasBegun });
      }
    },
    async check() {
      try {
        (await connect()).quit();
      } catch (error) {
        throw toMailError(error, { hasBegun: false });
      }
    },
  };
}

/**
 * Rejects such addresses: without the extension, servers reject them with words that nobody understands, or change
 * them.
 */
function assertTakesLetters(connection: SMTPConnection, address: string): void {
  if (/^[\0-\x7f]*$/.test(address) || listExtensions(connection).includes('SMTPUTF8')) return;
  throw new MailError(
    'rejected',
    `The mail server of SMTP_URL does not support ${address}: letters such as ä before the @ require SMTPUTF8`,
  );
}

/** Lists the server's extensions, which the library does not expose. */
function listExtensions(connection: SMTPConnection): readonly unknown[] {
  const known: unknown = Reflect.get(connection, '_supportedExtensions');
  return Array.isArray(known) ? known : [];
}

function compose(
  { id, date, to, subject, text, html, unsubscribeUrl, attachments }: OutgoingMail,
  from: MailSettings['from'],
): Promise<Buffer> {
  const domain = from.address.split('@')[1] ?? 'localhost';
  const composer = new MailComposer({
    messageId: `<${id}@${domain}>`,
    date,
    from: { name: from.name ?? '', address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    attachments: attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    // Only the contents given here: no files and no addresses are read.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl === null
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  });
  return composer.compile().build();
}

function settle(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
}
