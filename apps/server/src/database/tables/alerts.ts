import type { AlertDelivery, AlertKind } from '@tidemark/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, InstantOrNull } from './columns.ts';

export interface AlertTables {
  /** What a user wants to be told about an account, or about the login where the account is null. */
  alert_watch: {
    watch_id: string;
    user_id: string;
    account_id: string | null;
    kinds: AlertKind[];
    /** When a process last looked whether there is anything to evaluate. */
    checked_at: Instant;
    /** The data version that was last evaluated, and when. */
    evaluated_version: number | null;
    evaluated_at: InstantOrNull;
  };
  alert: {
    alert_id: string;
    user_id: string;
    account_id: string | null;
    kind: AlertKind;
    /** What it is about: a day, a post, a milestone, the end of a login, the last sync. */
    subject: string;
    /** The day it is about. */
    day: string;
    /** The day on which it was raised: one of a kind per account. */
    raised_on: string;
    sentence: string;
    path: string;
    created_at: Instant;
    read_at: InstantOrNull;
  };
  /** Where a user's alerts are posted to. */
  alert_webhook: {
    user_id: string;
    url: string;
    secret_encrypted: string;
    created_at: Instant;
    /** Null while it works. */
    disabled_reason: string | null;
  };
  alert_delivery: {
    delivery_id: string;
    user_id: string;
    kind: AlertDelivery['kind'];
    body: string;
    state: Generated<AlertDelivery['state']>;
    attempts: Generated<number>;
    created_at: Instant;
    next_attempt_at: Instant;
    /** Of the last reply. */
    status: ColumnType<number | null, number | null | undefined, number | null>;
    problem: ColumnType<string | null, string | null | undefined, string | null>;
  };
}
