import type { SubscriptionStatus } from '@tidemark/contract';
import type { CreatedInstant, InstantOrNull } from './columns.ts';

export interface SubscriptionTables {
  plan: {
    plan_id: string;
    name: string;
    /** Null is unlimited. */
    account_limit: number | null;
    roadmap_view: boolean;
    roadmap_add: boolean;
    position: number;
  };
  subscription: {
    user_id: string;
    plan_id: string;
    status: SubscriptionStatus;
    current_period_end: InstantOrNull;
    cancel_at: InstantOrNull;
    updated_at: CreatedInstant;
  };
}
