import { recordBounce } from '../features/mail/index.ts';
import { systemClock } from '../platform/clock.ts';
import { CliError } from './cli-error.ts';
import { readRunningConfig } from './read-running-config.ts';
import { withDatabase } from './with-database.ts';

/** Reports are in the first part; the returned message behind it may be long. */
const maxBytes = 1024 * 1024;

const outcomes = {
  recorded: 'Recorded.',
  no_failure: 'This does not report a permanent failure. Nothing was recorded.',
  unknown_message: 'This does not match any message Tidemark sent in the last 30 days. Nothing was recorded.',
};

/**
 * Reads mail that came back from standard input, as a mail server pipes it, even while Tidemark runs. Mail that says
 * nothing is no error: the mail server would return it to its sender.
 */
export async function readBounce(
  environment: Record<string, string | undefined>,
  [envelopeRecipient = null]: readonly (string | null)[],
): Promise<void> {
  const message = await readInput();
  await withDatabase(environment, async (session) => {
    const { mail } = await readRunningConfig(environment, session);
    const returnPath = mail?.returnPath;
    if (!returnPath) throw new CliError('Set MAIL_RETURN_PATH, the address to which undeliverable mail is returned.');
    const { db } = session;
    const outcome = await recordBounce(db, { message, envelopeRecipient, returnPath, now: systemClock() });
    console.log(outcomes[outcome]);
  });
}

async function readInput(): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of process.stdin as AsyncIterable<Buffer>) {
    // The rest is read as well: a mail server takes a closed pipe for a failure.
    if (bytes < maxBytes) parts.push(part);
    bytes += part.length;
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString('latin1');
}
