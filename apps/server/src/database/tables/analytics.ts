import type { AnnotationColor } from '@tidemark/contract';
import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

export interface AnalyticsTables {
  annotation: {
    annotation_id: Generated<string>;
    user_id: string;
    /** Null for an annotation about all accounts of the user. */
    account_id: string | null;
    first_day: string;
    last_day: string;
    text: string;
    color: AnnotationColor;
    created_at: Instant;
  };
}
