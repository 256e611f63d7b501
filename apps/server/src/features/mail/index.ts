export { recordBounce } from './bounces/record-bounce.ts';
export { toReturnPath } from './bounces/return-path.ts';
export { createOutbox, type Outbox } from './outbox/outbox.ts';
export { countRefused } from './outbox/queries.ts';
export { listSubscribers } from './recipients/queries.ts';
export { toUnsubscribeLinks } from './recipients/unsubscribe-links.ts';
export type { MailContent } from './render/mail-content.ts';
