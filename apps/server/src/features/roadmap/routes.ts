import { listRoadmap, listUpvotes, requestFeature, toggleUpvote } from '@tidemark/contract';
import { ApiError } from '../../platform/api-error.ts';
import { route } from '../../platform/http/route.ts';
import { requireRoadmapAccess } from './access.ts';
import { attemptRequest } from './publishing/publish-request.ts';
import { toIssueBody } from './issue-text.ts';
import { createRoadmapList, type RoadmapDeps } from './list-roadmap.ts';
import { getRequest, insertRequest, listUserUpvotes, toggleVote } from './queries.ts';
import { requestsPerHour } from './rules.ts';

export function roadmapRoutes({ db, github, clock, log }: RoadmapDeps) {
  const readRoadmap = createRoadmapList({ db, github, clock, log });
  const repository = github?.repository ?? '';

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
      return toggleVote(db, { repository, issueNumber, userId: viewer.userId, now: clock() });
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
      if (github) await attemptRequest({ db, github, clock, log }, requestId);
      const stored = await getRequest(db, requestId);
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
  ];
}
