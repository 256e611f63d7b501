import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { linesOfText, oneLine } from '../plain-text.ts';

export const roadmapStatuses = ['completed', 'in-progress', 'planned'] as const;
export const RoadmapStatus = z.enum(roadmapStatuses);
export type RoadmapStatus = z.infer<typeof RoadmapStatus>;

export const RoadmapFeature = z.object({
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  status: RoadmapStatus,
  completedDate: z.string().nullable(),
  estimatedCompletion: z.string().nullable(),
});
export type RoadmapFeature = z.infer<typeof RoadmapFeature>;

export const FeatureRequest = z.object({
  /** The issue's number; negative while the caller's request waits for publication. */
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  /** The author; null if anonymous. */
  requestUser: z.string().nullable(),
  /** Same as `requestUser`. */
  requestedBy: z.string().nullable(),
  /** The author's user ID, which the issue also contains; null unless the author is a user here. */
  requestedById: z.uuid().nullable(),
  /** The public issue; null without one. */
  githubUrl: z.url({ protocol: /^https?$/ }).nullable(),
  dateRequested: z.string(),
  commentCount: z.number().int(),
  upvotes: z.number().int(),
});
export type FeatureRequest = z.infer<typeof FeatureRequest>;

const IssueNumber = z.int().positive().max(2_000_000_000);

export const listRoadmap = endpoint({
  method: 'GET',
  path: '/roadmap/features',
  access: 'user',
  member: 'person',
  cost: 'external',
  summary: 'Returns the roadmap and feature requests',
  response: z.object({
    features: z.array(RoadmapFeature),
    requests: z.array(FeatureRequest),
    /** Time the list was fetched from GitHub; null if it is stored here. */
    readAt: z.string().nullable(),
    /** True if the last refresh failed. */
    isStale: z.boolean(),
  }),
  failures: ['subscription_inactive', 'roadmap_unavailable'],
});

export const listUpvotes = endpoint({
  method: 'GET',
  path: '/roadmap/upvotes/:userId',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Lists the requests the caller has upvoted',
  params: z.strictObject({ userId: z.uuid() }),
  response: z.object({ upvotes: z.array(z.number().int()) }),
  failures: ['subscription_inactive', 'user_not_found'],
});

export const toggleUpvote = endpoint({
  method: 'POST',
  path: '/roadmap/upvote',
  access: 'user',
  member: 'person',
  cost: 'external',
  summary: 'Adds or removes the caller’s upvote for a request',
  body: z.strictObject({
    issueNumber: IssueNumber,
    /** Only displayed; the sign-in determines the voter. */
    userName: z.string().min(1).max(1_000),
    userId: z.uuid(),
  }),
  response: z.object({ action: z.enum(['added', 'removed']), upvotes: z.number().int() }),
  failures: ['subscription_inactive', 'request_not_found', 'roadmap_unavailable'],
});

export const requestFeature = endpoint({
  method: 'POST',
  path: '/roadmap/request',
  access: 'user',
  member: 'person',
  cost: 'external',
  summary: 'Submits a public feature request',
  body: z.strictObject({
    title: enteredText(300).min(1, 'is required').regex(oneLine, 'must be a single line'),
    description: enteredText(5_000).min(1, 'is required').regex(linesOfText, 'must not contain control characters'),
  }),
  status: 201,
  response: z.object({
    issue: z.object({
      /** Null while it waits for publication. */
      number: z.number().int().nullable(),
      title: z.string(),
      body: z.string(),
      createdAt: z.string(),
      url: z.string().nullable(),
    }),
  }),
  failures: ['subscription_inactive'],
});
