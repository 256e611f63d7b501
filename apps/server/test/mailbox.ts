import type { TestApp } from './start-test-app.ts';
import { until } from './until.ts';

export interface ReceivedMail {
  id: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
}

type Mailbox = Pick<TestApp, 'control'>;

/** Lists mail to an address, newest first. */
export async function listMail({ control }: Mailbox, to: string): Promise<ReceivedMail[]> {
  const { messages } = await control<{ messages: ReceivedMail[] }>(`mail/messages?to=${encodeURIComponent(to)}`);
  return messages;
}

/** Returns the newest matching mail to an address, as soon as it has arrived. */
export function waitForMail(app: Mailbox, to: string, fits: (mail: ReceivedMail) => boolean = () => true) {
  return until(async () => (await listMail(app, to)).find(fits) ?? false);
}

/** Returns the first link in a mail's text. */
export function takeLinkFrom({ text }: Pick<ReceivedMail, 'text'>): URL {
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
}
