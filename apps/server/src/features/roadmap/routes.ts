import {
  listRoadmap,
  listUpvotes,
  type LiveMessage,
  receiveGithubWebhook,
  requestFeature,
  toggleUpvote,
} from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { route } from '../../platform/http/route.ts';
import { requireRoadmapAccess } from './access.ts';
import { createChangeAnnouncer } from './announce-changes.ts';
import { isListChange } from './github-webhook.ts';
import { attemptRequest } from './publishing/publish-request.ts';
import { pendingRequests } from './publishing/queries.ts';
import { toIssueBody } from './issue-text.ts';
import { createRoadmapList, type RoadmapDeps } from './list-roadmap.ts';
import { getRequest, insertRequest, listUserUpvotes, toggleVote } from './queries.ts';
import { requestsPerHour } from './rules.ts';

export interface RoadmapRouteDeps extends RoadmapDeps {
  events: EventBus<LiveMessage>;
  /** Null without webhooks from GitHub. */
  webhookSecret: string | null;
}

/** GitHub's lists may lag behind its webhooks. */
const lagMillis = 5_000;

export function roadmapRoutes({ db, github, clock, log, events, webhookSecret }: RoadmapRouteDeps) {
  const { readRoadmap, markOutdated } = createRoadmapList({ db, github, clock, log });
  const announce = createChangeAnnouncer({ events, log });
  const repository = github?.repository ?? '';

  async function renew(): Promise<void> {
    await markOutdated();
    await announce();
  }
  const renewLater = onceInAWhile(lagMillis, () =>
    renew().catch((error: unknown) => log.warn({ err: error }, 'Could not renew the roadmap')),
  );

  return [
    route(listRoadmap, async ({ viewer }) => {
      await requireRoadmapAccess(db, viewer, 'view');
      return readRoadmap(viewer.userId);
    }),

    route(listUpvotes, async ({ viewer, params: { userId } }) => {
      await requireRoadmapAccess(db, viewer, 'view');
      if (userId.toLowerCase() !== viewer.userId) throw new ApiError('user_not_found');
      return { upvotes: await listUserUpvotes(db, repository, viewer.userId) };
    }),

    route(toggleUpvote, async ({ viewer, body: { issueNumber, userId } }) => {
      await requireRoadmapAccess(db, viewer, 'view');
      if (userId.toLowerCase() !== viewer.userId) throw new ApiError('forbidden');
      const { requests } = await readRoadmap(viewer.userId);
      if (!requests.some(({ id }) => id === issueNumber)) throw new ApiError('request_not_found');
      const vote = await toggleVote(db, { repository, issueNumber, userId: viewer.userId, now: clock() });
      await announce();
      return vote;
    }),

    route(requestFeature, async ({ viewer, body: { title, description } }) => {
      await requireRoadmapAccess(db, viewer, 'add');
      const request = {
        userId: viewer.userId,
        title,
        description: description.replaceAll('\r\n', '\n'),
        repository: github?.repository ?? null,
      };
      const limit = { now: clock(), maxPerHour: requestsPerHour };
      const requestId = await insertRequest(db, request, limit);
      if (requestId === undefined) throw new ApiError('too_many_requests');
      const claimed = github && (await pendingRequests.claimOne(db, requestId, clock()));
      if (claimed) await attemptRequest({ db, github, clock, log }, claimed);
      const stored = await getRequest(db, requestId);
      await announce();
      const { name, user_id, marker } = stored;
      return {
        issue: {
          number: github ? stored.issue_number : requestId,
          title: stored.title,
          body: toIssueBody({ description: stored.description, name, userId: user_id, marker }),
          createdAt: stored.requested_at.toISOString(),
          url: stored.issue_url,
        },
      };
    }),

    route(receiveGithubWebhook, async ({ rawBody, reply }) => {
      if (!github || !webhookSecret) throw new ApiError('not_found');
      if (isListChange({ body: rawBody, headers: reply.request.headers }, webhookSecret, repository)) {
        await renew();
        renewLater();
      }
      return { received: true as const };
    }),
  ];
}

/** Runs work once after a pause, however often it was requested meanwhile. */
function onceInAWhile(pauseMillis: number, work: () => Promise<void>): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      void work();
    }, pauseMillis).unref();
  };
}
