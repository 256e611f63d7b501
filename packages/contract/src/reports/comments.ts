import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { linesOfText, visible } from '../plain-text.ts';

export const maxReportComments = 200;
export const maxReportCommentLength = 2_000;

export const ReportComment = z.object({
  id: z.uuid(),
  /** Null once the person has deleted themselves. */
  author: z.string().nullable(),
  /** True if the caller wrote it. */
  isOwn: z.boolean(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type ReportComment = z.infer<typeof ReportComment>;

const params = z.strictObject({ id: z.uuid() });

export const listReportComments = endpoint({
  method: 'GET',
  path: '/reports/:id/comments',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Lists what members and clients have written about a report, oldest first',
  params,
  response: z.object({ comments: z.array(ReportComment) }),
  failures: ['not_found'],
});

export const addReportComment = endpoint({
  method: 'POST',
  path: '/reports/:id/comments',
  access: 'user',
  member: 'client',
  cost: 'write',
  summary: 'Adds a comment about a report, which everybody who sees the report sees',
  params,
  body: z.strictObject({
    text: enteredText(maxReportCommentLength).min(1, 'is required').regex(linesOfText).regex(visible, 'is required'),
  }),
  status: 201,
  response: ReportComment,
  failures: ['not_found', 'comment_limit_reached'],
});

export const deleteReportComment = endpoint({
  method: 'DELETE',
  path: '/reports/:id/comments/:commentId',
  access: 'user',
  member: 'client',
  cost: 'write',
  summary: 'Deletes a comment: one’s own, or as an owner of the workspace any',
  params: params.extend({ commentId: z.uuid() }),
  response: z.object({ success: z.literal(true) }),
  failures: ['not_found'],
});
