import type { DatabaseAddress } from '../src/database/database.ts';
import { listMail } from './mailbox.ts';
import { startNode } from './nodes.ts';
import type { TestApp } from './start-test-app.ts';
import { until } from './until.ts';

interface Killing {
  address: DatabaseAddress;
  /** Recipient of the only message sent meanwhile. */
  email: string;
  /** Before the message's content, or after all of it. */
  step: 'recipient' | 'content';
  /** The message's final state. */
  state: 'sent' | 'unknown';
  environment?: Record<string, string>;
  /** Has the message sent. */
  send: () => Promise<unknown>;
  /** Advances the next worker's clock until the killed worker's lease has ended. */
  endLease: () => void;
}

const readMessage = (app: TestApp, email: string) =>
  app.db.selectFrom('mail_message').selectAll().where('address', '=', email).executeTakeFirstOrThrow();

async function hasStruck(app: TestApp): Promise<boolean> {
  const { rules } = await app.control<{ rules: { struck: number }[] }>('faults');
  return rules.some(({ struck }) => struck > 0);
}

/**
 * Kills the process that sends a message while the mail server is at a step, and lets another one take over until the
 * message has arrived. Returns the message as the killed process left it, and how often it arrived.
 */
export async function killSender(
  app: TestApp,
  { address, email, step, state, environment, send, endLease }: Killing,
): Promise<{ killed: Awaited<ReturnType<typeof readMessage>>; arrived: number }> {
  const rules = [{ fault: 'mail-slow', match: { person: email }, params: { at: step, millis: 2_000 }, times: 1 }];
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
  await send();
  const node = await startNode(app, { role: 'work', address, ...(environment && { environment }) });
  await until(() => hasStruck(app));
  await node.kill();
  const killed = await readMessage(app, email);

  endLease();
  const worker = await app.startWorker();
  await until(
    () => readMessage(app, email),
    (row) => row.state === state,
  );
  await until(async () => (await listMail(app, email)).length > 0);
  await worker.close();
  return { killed, arrived: (await listMail(app, email)).length };
}
