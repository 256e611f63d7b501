import type { AccountTables } from './accounts.ts';
import type { AdminTables } from './admin.ts';
import type { AnalyticsTables } from './analytics.ts';
import type { ApiKeyTables } from './api-keys.ts';
import type { AuthTables } from './auth.ts';
import type { ConnectionTables } from './connections.ts';
import type { CredentialTables } from './credentials.ts';
import type { LiveTables } from './live.ts';
import type { NightlyTables } from './nightly.ts';
import type { ProfileTables } from './profile.ts';
import type { RoadmapTables } from './roadmap.ts';
import type { SubscriptionTables } from './subscription.ts';
import type { SyncTables } from './sync.ts';

/** Each table has one owner, the feature that its file is named after. Only the owner writes to it. */
export interface Tables
  extends
    AccountTables,
    AdminTables,
    AnalyticsTables,
    ApiKeyTables,
    AuthTables,
    ConnectionTables,
    CredentialTables,
    LiveTables,
    NightlyTables,
    ProfileTables,
    RoadmapTables,
    SubscriptionTables,
    SyncTables {}
