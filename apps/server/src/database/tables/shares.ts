import type { ReportChoice, ReportContent } from '@tidemark/contract';
import type { Generated } from 'kysely';
import type { Instant, InstantOrNull, Json } from './columns.ts';

export interface ShareTables {
  share_link: {
    link_id: string;
    user_id: string;
    /** Null once it was revoked. */
    token_hash: Buffer | null;
    token_encrypted: string | null;
    title: string;
    account_ids: string[];
    choice: Json<Omit<ReportChoice, 'title' | 'accountIds'>>;
    is_frozen: boolean;
    /** Null for a live link, and after one of its accounts was deleted. */
    frozen_content: Json<ReportContent | null>;
    /** Time of the next computation of frozen figures; null once their comparisons are final. */
    settle_at: InstantOrNull;
    passcode_hash: string | null;
    may_be_embedded: boolean;
    title_in_previews: Generated<boolean>;
    created_at: Instant;
    /** Null: until it is revoked. */
    expires_at: InstantOrNull;
    revoked_at: InstantOrNull;
    views: Generated<number>;
    last_viewed_on: string | null;
  };
  share_failure: { failure_key: Buffer; failures: number; blocked_until: InstantOrNull; last_at: Instant };
}
