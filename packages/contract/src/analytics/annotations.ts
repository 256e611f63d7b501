import { z } from 'zod';
import { AccountId, AccountIds, Day } from '../accounts/account.ts';
import { endpoint } from '../endpoint.ts';
import { enteredText } from '../entered-text.ts';
import { oneLine, visible } from '../plain-text.ts';
import { CardMetric } from './metric-cards.ts';
import { Instant, orderedRange, TimeZone } from './period.ts';

export const annotationColors = ['indigo', 'magenta', 'teal', 'amber', 'slate'] as const;
export const AnnotationColor = z.enum(annotationColors);
export type AnnotationColor = z.infer<typeof AnnotationColor>;

export const maxAnnotationLength = 200;
export const maxAnnotationsPerUser = 500;

const annotationFields = {
  /** Null for an annotation about all of the user's accounts. */
  accountId: AccountId.nullable(),
  firstDay: Day,
  lastDay: Day,
  text: enteredText(maxAnnotationLength).regex(oneLine, 'must be a single line').regex(visible, 'is required'),
  color: AnnotationColor,
};
const AnnotationFields = z.strictObject(annotationFields).superRefine(orderedRange('firstDay', 'lastDay'));
export type AnnotationFields = z.infer<typeof AnnotationFields>;

/** Text a user wrote about one or more days, visible only to that user. */
export const Annotation = z.object({ id: z.uuid(), ...annotationFields });
export type Annotation = z.infer<typeof Annotation>;

export const accountEventKinds = [
  /** Days or stories that could not be fetched. */
  'days_missing',
  'stories_missing',
  /** The user linked the account. */
  'linked',
  /** The user’s Meta Business login stopped listing the account. */
  'access_lost',
  /** The user connected the current Meta Business login. */
  'login_connected',
  /** A network changed what a metric counts. */
  'metric_redefined',
] as const;

/** An event that Tidemark itself knows about. */
export const AccountEvent = z.object({
  kind: z.enum(accountEventKinds),
  /** Null for an event about the login or a metric. */
  accountId: AccountId.nullable(),
  firstDay: Day,
  lastDay: Day,
  /** Only for a redefinition: the metrics it concerns, what changed, and who says so. */
  redefined: z.object({ metrics: z.array(CardMetric), text: z.string(), source: z.url() }).optional(),
});
export type AccountEvent = z.infer<typeof AccountEvent>;

export const Annotations = z.object({
  /** Sorted by first day. */
  annotations: z.array(Annotation),
  /** Sorted by first day. */
  events: z.array(AccountEvent),
  /** Days on which posts were published, not counting stories. */
  publishedDays: z.array(z.object({ day: Day, posts: z.number().int() })),
});
export type Annotations = z.infer<typeof Annotations>;

export const listAnnotations = endpoint({
  method: 'POST',
  path: '/metrics/annotations',
  access: 'user',
  member: 'client',
  scope: 'analytics:read',
  cost: 'read',
  summary: 'Lists a range’s events: the caller’s annotations, account events, and days with posts',
  body: z
    .strictObject({ startDate: Instant, endDate: Instant, accountIds: AccountIds, timeZone: TimeZone })
    .superRefine(orderedRange('startDate', 'endDate')),
  response: Annotations,
  failures: ['account_not_found'],
});

const OneAnnotation = z.strictObject({ id: z.uuid() });

export const createAnnotation = endpoint({
  method: 'POST',
  path: '/annotations',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Adds an annotation',
  body: AnnotationFields,
  status: 201,
  response: Annotation,
  failures: ['account_not_found', 'annotation_limit_reached'],
});

export const updateAnnotation = endpoint({
  method: 'PUT',
  path: '/annotations/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Replaces one of the caller’s annotations',
  params: OneAnnotation,
  body: AnnotationFields,
  response: Annotation,
  failures: ['account_not_found', 'annotation_not_found'],
});

export const deleteAnnotation = endpoint({
  method: 'DELETE',
  path: '/annotations/:id',
  access: 'user',
  member: 'editor',
  cost: 'write',
  summary: 'Deletes one of the caller’s annotations',
  params: OneAnnotation,
  response: z.object({ id: z.uuid() }),
  failures: ['annotation_not_found'],
});
