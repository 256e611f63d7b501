import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { SandboxClock } from '../sandbox-clock.ts';
import { postEvent } from '../post-event.ts';
import { newId } from './billing.ts';
import { apiVersion } from './stripe-keys.ts';

/** Event delivery: withheld until released, lost, repeated, late, or in any order. */
export const DeliveryMode = z.strictObject({
  hold: z.boolean().default(false),
  drop: z.boolean().default(false),
  times: z.int().min(1).max(10).default(1),
  delayMillis: z.int().min(0).max(60_000).default(0),
  shuffle: z.boolean().default(false),
});
export type DeliveryMode = z.infer<typeof DeliveryMode>;

interface SentEvent {
  id: string;
  type: string;
  body: string;
  /** Each delivery's status; 0 without a response. */
  answers: number[];
}

export type EventSender = ReturnType<typeof createEventSender>;

const maxEntries = 1_000;
// Stripe retries for three days; a local sandbox cannot wait that long.
const retryAfter = [1_000, 3_000, 10_000, 30_000, 120_000];
const shuffledWithin = 300;

/** Signs events, sends them to the application and retries failed deliveries. */
export function createEventSender({
  address,
  secret,
  clock,
}: {
  address: string;
  secret: string;
  clock: SandboxClock;
}) {
  let mode = DeliveryMode.parse({});
  let events: SentEvent[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();

  async function deliver(event: SentEvent): Promise<number> {
    const at = Math.floor(clock.real() / 1000);
    const signature = createHmac('sha256', secret).update(`${at}.${event.body}`).digest('hex');
    const sending = postEvent(address, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${at},v1=${signature}` },
      body: event.body,
    });
    underWay.add(sending);
    const status = (await sending) ?? 0;
    underWay.delete(sending);
    event.answers.push(status);
    return status;
  }

  function later(millis: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      void work();
    }, millis).unref();
    timers.add(timer);
  }

  async function send(event: SentEvent, attempt = 0): Promise<void> {
    const status = await deliver(event);
    const pause = retryAfter[attempt];
    if ((status < 200 || status > 299) && pause !== undefined) later(pause, () => send(event, attempt + 1));
  }

  return {
    mode: () => mode,
    setMode: (wanted: DeliveryMode) => void (mode = wanted),
    events: () => events,

    emit(type: string, object: object): void {
      const id = newId('evt');
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: apiVersion,
        created: Math.floor(clock.now() / 1000),
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      });
      const event: SentEvent = { id, type, body, answers: [] };
      events.push(event);
      if (events.length > maxEntries * 1.1) events = events.slice(-maxEntries);
      if (mode.hold || mode.drop) return;
      for (let copy = 0; copy < mode.times; copy += 1)
        later(mode.delayMillis + (mode.shuffle ? Math.random() * shuffledWithin : 0), () => send(event));
    },

    /** Delivers events in the given order, as often as they are named. */
    async deliver(ids: string[]): Promise<number[]> {
      const answers: number[] = [];
      for (const id of ids) {
        const event = events.find((candidate) => candidate.id === id);
        answers.push(event ? await deliver(event) : 404);
      }
      return answers;
    },

    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}
