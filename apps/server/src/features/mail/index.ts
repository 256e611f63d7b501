export { recordBounce } from './bounces/record-bounce.ts';
export { toReturnPath } from './bounces/return-path.ts';
export { createOutbox, type Outbox } from './outbox/outbox.ts';
export { countRefused } from './outbox/queries.ts';
export { dropMemberMail, listMemberRecipients } from './recipients/member-mail.ts';
export { listSubscribers } from './recipients/queries.ts';
export { toReason } from './recipients/reason.ts';
export { toUnsubscribeLinks } from './recipients/unsubscribe-links.ts';
export type { MailContent } from './render/mail-content.ts';
