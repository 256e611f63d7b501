import { createHash, createHmac } from 'node:crypto';
import { receiveMetaWebhook, verifyMetaWebhook, type LiveMessage } from '@tidemark/contract';
import { z } from 'zod';
import { Count } from '../client/insight-reply.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events/event-bus.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { isSameText } from '../../../platform/is-same-text.ts';
import { route } from '../../../platform/http/route.ts';
import { storeStoryEnd, type StoryEnd } from '../sync/store/store-story-end.ts';
import { publishAccount } from '../../../features/sync/index.ts';

export interface WebhookDeps {
  db: Database;
  events: EventBus<LiveMessage>;
  clock: Clock;
  toDay: (instant: Date) => string;
  answerDays: number;
  appSecret: string;
  /** Null if this instance receives no events. */
  verifyToken: string | null;
}

// Meta puts up to 1000 changes into one request: https://developers.facebook.com/docs/graph-api/webhooks/getting-started
const Events = z.object({
  object: z.string(),
  entry: z.array(
    z.object({
      id: z.unknown(),
      time: z.unknown(),
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]),
    }),
  ),
});

// -1 means fewer than five: the exact value is unknown. An unknown format affects its own value only.
const StoryCount = Count.pipe(z.int().min(0)).nullable().default(null).catch(null);
const StoryInsights = z.object({
  media_id: z.string().min(1).max(64),
  reach: StoryCount,
  views: StoryCount,
  taps_forward: StoryCount,
  taps_back: StoryCount,
  exits: StoryCount,
  replies: StoryCount,
});

/** Receives Meta's events with a story's final metrics, which cannot be fetched after it ends. */
export function storyWebhookRoutes(deps: WebhookDeps) {
  const { verifyToken, appSecret } = deps;
  return [
    route(verifyMetaWebhook, async ({ query, reply }) => {
      if (!verifyToken) throw new ApiError('not_found');
      const isVerified = query['hub.mode'] === 'subscribe' && isSameText(query['hub.verify_token'] ?? '', verifyToken);
      if (!isVerified) throw new ApiError('forbidden');
      reply.type('text/plain; charset=utf-8');
      return query['hub.challenge'] ?? '';
    }),

    route(receiveMetaWebhook, async ({ rawBody, reply }) => {
      if (!verifyToken) throw new ApiError('not_found');
      const signature = reply.request.headers['x-hub-signature-256'];
      const own = `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;
      if (typeof signature !== 'string' || !isSameText(signature, own))
        throw new ApiError('unauthenticated', undefined, { message: 'The signature is not valid.' });
      for (const story of readStories(rawBody, deps.clock())) await takeStory(deps, story);
      return { success: true as const };
    }),
  ];
}

/** Extracts story events and ignores all other events. */
function readStories(body: Buffer, now: Date): StoryEnd[] {
  const events = Events.safeParse(parseJson(body));
  if (!events.success) throw new ApiError('invalid_input');
  if (events.data.object !== 'instagram') return [];
  return events.data.entry.flatMap(({ id: accountId, time, changes }) =>
    changes.flatMap(({ field, value }) => {
      const story = StoryInsights.safeParse(value);
      if (field !== 'story_insights' || typeof accountId !== 'string' || !story.success) return [];
      const { media_id: mediaId, ...figures } = story.data;
      const eventId = createHash('sha256')
        .update(JSON.stringify([accountId, field, value]))
        .digest('hex');
      return [{ accountId, mediaId, eventId, at: toInstant(time, now), figures }];
    }),
  );
}

/** Returns when Meta recorded the event, from Unix seconds; never later than now. */
function toInstant(seconds: unknown, now: Date): Date {
  const reported = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : now.getTime();
  return new Date(Math.min(reported, now.getTime()));
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new ApiError('invalid_input');
  }
}

async function takeStory(deps: WebhookDeps, story: StoryEnd): Promise<void> {
  if (await storeStoryEnd(deps, story)) await publishAccount(deps, story.accountId);
}
