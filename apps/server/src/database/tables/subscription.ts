import type { PriceInterval, SubscriptionSource, SubscriptionStatus } from '@tidemark/contract';
import type { Generated, GeneratedAlways } from 'kysely';
import type { CreatedInstant, InstantOrNull } from './columns.ts';

interface PriceColumns {
  /** Amount in the currency's smallest unit. */
  price_amount: number | null;
  price_currency: string | null;
  price_interval: PriceInterval | null;
}

export interface SubscriptionTables {
  plan: PriceColumns & {
    plan_id: string;
    name: string;
    /** Null is unlimited. */
    account_limit: number | null;
    /** Maximum number of peers for all linked accounts together. */
    peer_limit: Generated<number>;
    roadmap_view: boolean;
    roadmap_add: boolean;
    position: number;
    price_id: string | null;
    /** The price's product: its older or yearly prices are the same plan. */
    product_id: string | null;
  };
  subscription: {
    user_id: string;
    plan_id: string;
    status: SubscriptionStatus;
    current_period_end: InstantOrNull;
    cancel_at: InstantOrNull;
    updated_at: CreatedInstant;
    source: Generated<SubscriptionSource>;
    provider_subscription_id: string | null;
    /** The provider's own term, such as `past_due`. */
    provider_status: string | null;
    price_id: string | null;
    fetched_at: InstantOrNull;
  };
  /** One row per change to a user's plan or status, with the price from then on. */
  subscription_change: PriceColumns & {
    change_id: GeneratedAlways<number>;
    /** The user, or a random ID after deletion. */
    user_id: string;
    at: CreatedInstant;
    plan_id: string;
    status: SubscriptionStatus;
    source: SubscriptionSource;
  };
  payment_customer: {
    customer_id: string;
    /** Null: the user is deleted, and the customer must still be deleted at the provider. */
    user_id: string | null;
    next_fetch_at: CreatedInstant;
    fetched_at: InstantOrNull;
    failures: Generated<number>;
    /** Sequence numbers: the last fetch started, and the last fetch stored. */
    last_fetch: Generated<number>;
    stored_fetch: Generated<number>;
    /** Set while a checkout is being created for the customer. */
    checkout_claimed_until: InstantOrNull;
    created_at: CreatedInstant;
  };
  payment_event: {
    event_id: string;
    type: string;
    customer_id: string | null;
    received_at: CreatedInstant;
    processed_at: InstantOrNull;
    failures: Generated<number>;
    next_attempt_at: CreatedInstant;
    last_error: string | null;
  };
}
