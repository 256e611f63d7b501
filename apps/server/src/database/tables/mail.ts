import type { MailKind, SubscriptionKind } from '@tidemark/contract';
import type { Generated } from 'kysely';
import type { Instant, InstantOrNull } from './columns.ts';

export type MailState = 'queued' | 'sending' | 'sent' | 'failed' | 'unknown';

export interface MailTables {
  /** An address to which a user has mail sent. */
  recipient: {
    recipient_id: string;
    user_id: string;
    /** The member of the user's workspace who chose it; null for addresses that the user entered. */
    member_id: Generated<string | null>;
    address: string;
    created_at: Instant;
    confirmed_at: InstantOrNull;
    confirmation_hash: Buffer | null;
    confirmation_sent_at: InstantOrNull;
    unsubscribe_token: string;
    /** Permanent rejections in a row. */
    failures: Generated<number>;
    last_failure: string | null;
    /** Time at which accepted mail was last returned. */
    bounced_at: InstantOrNull;
    disabled_at: InstantOrNull;
    /** Subscriptions that its reader has ended. */
    left_kinds: Generated<SubscriptionKind[]>;
  };
  recipient_subscription: { recipient_id: string; kind: SubscriptionKind; subscribed_at: Instant };
  /** The outbox. */
  mail_message: {
    message_id: string;
    kind: MailKind;
    user_id: string | null;
    recipient_id: string | null;
    address: string;
    dedup_key: string | null;
    /** Null once the message is finished. */
    content_encrypted: string | null;
    state: Generated<MailState>;
    attempts: Generated<number>;
    created_at: Instant;
    next_attempt_at: Instant;
    expires_at: Instant;
    lease_until: InstantOrNull;
    begun_at: InstantOrNull;
    finished_at: InstantOrNull;
    problem: string | null;
    /** Failed because of its content or sender, not its address. */
    is_refused: Generated<boolean>;
  };
}
