import type { LabelColor, LabelMetric, LabelRule } from '@tidemark/contract';
import type { Generated } from 'kysely';
import type { Instant, InstantOrNull, Json } from './columns.ts';

export interface AnalyticsTables {
  label: {
    label_id: Generated<string>;
    user_id: string;
    name: string;
    color: LabelColor;
    /** Null: labelled by hand. */
    rule: Json<LabelRule | null>;
    test_metric: LabelMetric | null;
    test_account_ids: string[] | null;
    test_started_at: InstantOrNull;
    created_at: Instant;
  };
  post_label: {
    label_id: string;
    account_id: string;
    media_id: string;
    labelled_at: Instant;
  };
}
