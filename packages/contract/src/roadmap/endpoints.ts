import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
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
  /** The issue's number; below zero while the request of the caller waits to be filed. */
  id: z.number().int(),
  title: z.string(),
  description: z.string(),
  /** Who asked for it; null for somebody who is not named. */
  requestUser: z.string().nullable(),
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
  summary: 'What is done, in work and planned, and what users asked for',
  response: z.object({
    features: z.array(RoadmapFeature),
    requests: z.array(FeatureRequest),
    /** When the list was read where it is kept; null when it is kept here. */
    readAt: z.string().nullable(),
    /** True when it could not be read again since. */
    isStale: z.boolean(),
  }),
  failures: ['subscription_inactive', 'roadmap_unavailable'],
});

export const listUpvotes = endpoint({
  method: 'GET',
  path: '/roadmap/upvotes/:userId',
  access: 'user',
  summary: 'The requests that the caller has upvoted; those of others are nobody’s business',
  params: z.strictObject({ userId: z.uuid() }),
  response: z.object({ upvotes: z.array(z.number().int()) }),
  failures: ['subscription_inactive', 'user_not_found'],
});

export const toggleUpvote = endpoint({
  method: 'POST',
  path: '/roadmap/upvote',
  access: 'user',
  summary: 'Adds the caller’s vote for a request, or takes it back',
  body: z.strictObject({
    issueNumber: IssueNumber,
    /** What the screen shows; whose vote it is says the sign-in. */
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
  summary: 'Asks for a feature, publicly',
  body: z.strictObject({
    title: z.string().trim().min(1, 'is required').max(300).regex(oneLine, 'must be one line of text'),
    description: z
      .string()
      .trim()
      .min(1, 'is required')
      .max(5_000)
      .regex(linesOfText, 'must not have control characters'),
  }),
  status: 201,
  response: z.object({
    issue: z.object({
      /** Null while it waits to be filed. */
      number: z.number().int().nullable(),
      title: z.string(),
      body: z.string(),
      createdAt: z.string(),
      url: z.string().nullable(),
    }),
  }),
  failures: ['subscription_inactive'],
});
