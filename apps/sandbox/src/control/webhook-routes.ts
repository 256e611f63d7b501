import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { appScopedId } from '../instagram-login/instagram-account.ts';
import type { MetaApp } from '../instagram-graph/meta-app.ts';
import type { PageSubscriptions } from '../instagram-graph/page-subscriptions.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import { findPerson } from '../world/people.ts';
import type { World } from '../world/world.ts';

const Order = z.strictObject({
  callbackUrl: z.url(),
  /** `verify` requests the challenge, `event` delivers `entry`, `signed-request` is a deauthorization or a deletion. */
  kind: z.enum(['verify', 'event', 'signed-request']),
  entry: z.array(z.unknown()).default([]),
  /** Also sends story insights for accounts whose page has not subscribed the application. */
  evenUnsubscribed: z.boolean().default(false),
  email: z.string().optional(),
  /** Instagram's own request, about this account, instead of Facebook's about a person. */
  username: z.string().optional(),
  times: z.int().min(1).max(20).default(1),
  badSignature: z.boolean().default(false),
  algorithm: z.string().default('HMAC-SHA256'),
});
type Order = z.infer<typeof Order>;

const StoryEntry = z.looseObject({
  id: z.string(),
  changes: z.array(z.unknown()).refine((changes) => changes.some((change) => StoryChange.safeParse(change).success)),
});
const StoryChange = z.looseObject({ field: z.literal('story_insights') });

interface WebhookDeps {
  app: MetaApp;
  clock: SandboxClock;
  world: World;
  subscriptions: PageSubscriptions;
}

const patience = 10_000;

/** Sends the webhooks that Meta would send, with a valid or an invalid signature. */
export function webhookRoutes(server: FastifyInstance, { app, clock, world, subscriptions }: WebhookDeps): void {
  function isSent(entry: unknown): boolean {
    const story = StoryEntry.safeParse(entry);
    const account = story.success ? world.findAccount(story.data.id) : undefined;
    return account === undefined || subscriptions.isSubscribed(account.pageId);
  }

  server.post('/_sandbox/webhooks/meta', async (request) => {
    const requested = Order.parse(request.body);
    const entry = requested.evenUnsubscribed ? requested.entry : requested.entry.filter(isSent);
    const order = { ...requested, entry };
    const withheld = requested.entry.length - entry.length;
    const answers: { status: number; body: string }[] = [];
    if (withheld > 0 && entry.length === 0) return { answers, withheld };
    // Meta delivers the same request again.
    const issuedAt = clock.now();
    for (let delivery = 0; delivery < order.times; delivery += 1) {
      const answer = await deliver(order, { app, world, issuedAt });
      answers.push({ status: answer.status, body: (await answer.text()).slice(0, 2_000) });
    }
    return { answers, ...(withheld > 0 && { withheld }) };
  });
}

interface Sender {
  app: MetaApp;
  world: World;
  issuedAt: number;
}

function deliver(order: Order, sender: Sender): Promise<Response> {
  const { app } = sender;
  const signal = AbortSignal.timeout(patience);
  if (order.kind === 'verify') {
    const url = new URL(order.callbackUrl);
    url.searchParams.set('hub.mode', 'subscribe');
    url.searchParams.set('hub.challenge', '1158201444');
    url.searchParams.set('hub.verify_token', order.badSignature ? 'wrong' : app.webhookVerifyToken);
    return fetch(url, { signal });
  }
  if (order.kind === 'signed-request') {
    const body = new URLSearchParams({ signed_request: signedRequest(order, sender) });
    return fetch(order.callbackUrl, { method: 'POST', body, signal });
  }
  const body = escaped(JSON.stringify({ object: 'instagram', entry: order.entry }));
  const signature = createHmac('sha256', order.badSignature ? 'wrong' : app.secret)
    .update(body)
    .digest('hex');
  return fetch(order.callbackUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
    signal,
  });
}

function signedRequest({ email, username, algorithm, badSignature }: Order, { app, world, issuedAt }: Sender): string {
  const account = world.accounts.find((candidate) => candidate.username === username);
  const userId = account ? appScopedId(account) : findPerson(email === undefined ? {} : { email })?.metaUserId;
  const payload = { algorithm, issued_at: Math.floor(issuedAt / 1000), user_id: userId ?? '0' };
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const secret = username === undefined ? app.secret : app.instagramSecret;
  const signature = createHmac('sha256', badSignature ? 'wrong' : secret)
    .update(text)
    .digest('base64url');
  return `${signature}.${text}`;
}

/** Escapes everything beyond ASCII as \uXXXX, as Meta does before it signs the text. */
function escaped(text: string): string {
  return text.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
