export { ConfirmRecipientPage } from './confirm-recipient-page.tsx';
export { MemberMailCard } from './member-mail-card.tsx';
export { RecipientsCard } from './recipients-card.tsx';
export { recipientsQuery } from './recipients.query.ts';
export { subscriptionLabels } from './subscription-labels.ts';
export { UnsubscribePage } from './unsubscribe-page.tsx';
export { SendingTimesFields } from './sending-times-fields.tsx';
export { nextSendingLabel } from './sending-times-labels.ts';
export type { FramedPage } from './page-frame.ts';
