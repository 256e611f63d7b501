import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import { simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Faults, FaultTarget } from '../faults.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import { findMessageProblem } from './message-rules.ts';

const user = 'tidemark';
const password = 'sandbox-mail-password';
const maxMessages = 500;
const maxBytes = 10 * 1024 * 1024;

export interface ReceivedMail {
  id: string;
  receivedAt: string;
  from: string;
  /** To which a server returns the message. */
  returnPath: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  /** Unfolded, as they arrived. */
  headers: { name: string; value: string }[];
  attachments: { name: string; type: string; bytes: number }[];
  isEncrypted: boolean;
}

export interface Mailbox {
  environment: { SMTP_URL: string; MAIL_FROM: string };
  /** Lists the newest first. */
  list: (to?: string) => ReceivedMail[];
  find: (id: string) => ReceivedMail | undefined;
  clear: () => void;
  close: () => Promise<void>;
}

interface MailboxDeps {
  clock: SandboxClock;
  faults: Faults;
  /** Enables STARTTLS and requires it before AUTH. */
  tls?: { key: string; cert: string } | undefined;
}

/** Returns the address as it was sent: the library decodes a domain's ASCII form. */
function toSent(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + (domainToASCII(address.slice(at)) || address.slice(at));
}

/**
 * Starts a real SMTP server that delivers to a list in memory. It accepts only authenticated senders and valid
 * messages.
 */
export async function createMailbox({ clock, faults, tls }: MailboxDeps): Promise<Mailbox> {
  let messages: ReceivedMail[] = [];

  async function slowDown(step: 'recipient' | 'content', target: FaultTarget): Promise<void> {
    const slow = faults.strike('mail-slow', target, (params) => params.text('at', 'content') === step);
    if (slow) await new Promise((done) => setTimeout(done, slow.number('millis', 5_000)));
  }

  async function receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const raw = await readAll(stream);
    if (stream.sizeExceeded) throw refusal(552, 'The message is too large');
    const problem = findMessageProblem(raw, {
      allows8Bit: session.envelope.bodyType === '8bitmime',
      allowsUtf8Headers: session.envelope.smtpUtf8 === true,
    });
    if (problem) throw refusal(550, problem);
    const to = session.envelope.rcptTo.map(({ address }) => toSent(address));
    const target = { path: 'smtp', person: to[0] };
    await slowDown('content', target);
    if (faults.strike('mail-refuse-content', target)) throw refusal(554, '5.7.1 The content is refused');
    if (faults.strike('mail-defer-content', target)) throw refusal(451, '4.3.0 Try again later');
    messages = [await toReceived(raw, { to, session, now: clock.now() }), ...messages].slice(0, maxMessages);
    if (faults.strike('mail-cut-after-data', target)) {
      drop(session);
      return new Promise(() => undefined);
    }
    return '2.0.0 Delivered';
  }

  const server = new SMTPServer({
    size: maxBytes,
    authMethods: ['PLAIN', 'LOGIN'],
    ...(tls ?? { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 500,
    onAuth(auth, _session, done) {
      if (auth.username === user && auth.password === password) done(null, { user });
      else done(refusal(535, '5.7.8 The credentials are not valid'));
    },
    onConnect(_session, done) {
      server.options.hideSMTPUTF8 = Boolean(faults.strike('mail-ascii-only', { path: 'smtp' }));
      done(faults.strike('mail-down', { path: 'smtp' }) ? refusal(421, '4.3.2 The service is not available') : null);
    },
    onRcptTo({ address }, _session, done) {
      const target = { path: 'smtp', person: address };
      if (faults.strike('mail-greylist', target)) done(refusal(450, '4.2.0 Greylisted, try again later'));
      else if (faults.strike('mail-unknown-recipient', target)) done(refusal(550, '5.1.1 No such mailbox'));
      else void slowDown('recipient', target).then(() => done(null));
    },
    onData(stream, session, done) {
      receive(stream, session).then(
        (reply) => done(null, reply),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  server.on('error', () => undefined);

  /** Ends the connection without a reply. */
  function drop(session: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.session.id === session.id) connection._socket.destroy();
  }

  const port = await new Promise<number>((done, failed) => {
    server.once('error', failed);
    const listening = server.listen(0, '127.0.0.1', () => done(getPort(listening.address())));
  });

  return {
    environment: {
      SMTP_URL: `smtp://${user}:${password}@127.0.0.1:${port}`,
      MAIL_FROM: 'Tidemark <tidemark@sandbox.test>',
    },
    list: (to) => messages.filter((message) => to === undefined || message.to.includes(to)),
    find: (id) => messages.find((message) => message.id === id),
    clear: () => void (messages = []),
    close: () => new Promise((done) => server.close(() => done())),
  };
}

async function toReceived(
  raw: Buffer,
  { to, session, now }: { to: string[]; session: SMTPServerSession; now: number },
): Promise<ReceivedMail> {
  const parsed = await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true });
  return {
    id: randomUUID(),
    receivedAt: new Date(now).toISOString(),
    from: parsed.from?.text ?? '',
    returnPath: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
    to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    headers: parsed.headerLines.map(({ line }) => {
      const [, name = '', value = ''] = /^([^:]+):\s*([^]*)$/.exec(line) ?? [];
      return { name, value: value.replaceAll(/\r?\n[ \t]+/g, ' ') };
    }),
    attachments: parsed.attachments.map(({ filename, contentType, size }) => ({
      name: filename ?? '',
      type: contentType,
      bytes: size,
    })),
    isEncrypted: session.secure,
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function getPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the mailbox listens on a port');
  return address.port;
}
