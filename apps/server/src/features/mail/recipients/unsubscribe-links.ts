import type { SubscriptionKind } from '@tidemark/contract';
import { apiPrefix } from '../../../platform/http/add-route.ts';
import type { MailContent } from '../render/mail-content.ts';

interface Subscription {
  appUrl: string;
  kind: SubscriptionKind;
  token: string;
}

/** The page keeps its secret behind the `#`, like all links. */
export const toUnsubscribePage = ({ appUrl, kind, token }: Subscription) => `${appUrl}/unsubscribe#${kind}.${token}`;

export function toUnsubscribeLinks(subscription: Subscription): NonNullable<MailContent['unsubscribe']> {
  const { appUrl, kind, token } = subscription;
  return {
    pageUrl: toUnsubscribePage(subscription),
    oneClickUrl: `${appUrl}${apiPrefix}/mail/unsubscribe/${kind}/${token}`,
  };
}
