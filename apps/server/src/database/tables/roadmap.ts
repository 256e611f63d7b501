import type { Generated } from 'kysely';
import type { Instant, InstantOrNull, Json } from './columns.ts';

export interface RoadmapTables {
  feature_request: {
    request_id: Generated<number>;
    user_id: string | null;
    title: string;
    description: string;
    requested_at: Instant;
    marker: Generated<string>;
    repository: string | null;
    issue_number: number | null;
    issue_url: string | null;
    filed_at: InstantOrNull;
    attempts: Generated<number>;
    next_attempt_at: Instant;
    anonymise_pending: Generated<boolean>;
  };
  upvote: {
    repository: string;
    issue_number: number;
    user_id: string;
    voted_at: Instant;
  };
  roadmap_page: {
    repository: string;
    label: string;
    page: number;
    etag: string | null;
    has_next: boolean;
    issues: Json<unknown>;
  };
  roadmap_fetch: {
    repository: string;
    next_fetch_at: Instant;
    fetched_at: InstantOrNull;
  };
}
