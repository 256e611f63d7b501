import type { AlertDelivery, AlertKind, ChosenAlertKind } from '@tidemark/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant, InstantOrNull, Json } from './columns.ts';

/** The data version that was last evaluated, and when. */
export interface AlertEvaluation {
  version: number | null;
  at: string | null;
  /** True until the account's first sync is complete. */
  isFirst: boolean;
}

export interface AlertTables {
  /** A user's choice, where it is not the default: for all accounts and the login, or for one account. */
  alert_choice: {
    choice_id: Generated<string>;
    user_id: string;
    account_id: string | null;
    app_kinds: ChosenAlertKind[];
    mail_kinds: ChosenAlertKind[];
  };
  alert_check: {
    user_id: string;
    /** Time at which a process last looked for anything to evaluate. */
    checked_at: Instant;
    /** Earlier days are no news to the user. */
    since: string | null;
    /** By account, and `login`. */
    evaluated: Json<Record<string, AlertEvaluation>>;
  };
  alert: {
    alert_id: string;
    user_id: string;
    account_id: string | null;
    kind: AlertKind;
    /** A day, a post, a milestone, the end of a login, or the last sync. */
    subject: string;
    /** The day it is about. */
    day: string;
    /** The day on which it was raised: one alert per kind and account. */
    raised_on: string;
    sentence: string;
    path: string;
    created_at: Instant;
    read_at: InstantOrNull;
  };
  /** The URL to which a user's alerts are posted. */
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
