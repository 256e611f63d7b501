import type { AnnotationColor, AppDifference, LabelColor, LabelMetric, LabelRule } from '@tidemark/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, InstantOrNull, Json } from './columns.ts';

export interface AnalyticsTables {
  annotation: {
    annotation_id: Generated<string>;
    user_id: string;
    /** Null for an annotation about all the user's accounts. */
    account_id: string | null;
    first_day: string;
    last_day: string;
    text: string;
    color: AnnotationColor;
    created_at: Instant;
  };
  app_comparison: {
    comparison_id: Generated<string>;
    user_id: string;
    account_id: string;
    from_day: string;
    to_day: string;
    differences: ColumnType<AppDifference[], string, string>;
    tidemark_version: string;
    graph_version: string;
    created_at: Instant;
  };
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
