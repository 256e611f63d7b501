import type { AccountTables } from './accounts.ts';
import type { AdminTables } from './admin.ts';
import type { AlertTables } from './alerts.ts';
import type { AnalyticsTables } from './analytics.ts';
import type { ApiKeyTables } from './api-keys.ts';
import type { AuditTables } from './audit.ts';
import type { AuthTables } from './auth.ts';
import type { BlueskyTables } from './bluesky.ts';
import type { CredentialTables } from './credentials.ts';
import type { DigestTables } from './digests.ts';
import type { InstagramTables } from './instagram.ts';
import type { LiveTables } from './live.ts';
import type { MailTables } from './mail.ts';
import type { NightlyTables } from './nightly.ts';
import type { PeerTables } from './peers.ts';
import type { ProfileTables } from './profile.ts';
import type { ReportTables } from './reports.ts';
import type { RoadmapTables } from './roadmap.ts';
import type { ShareTables } from './shares.ts';
import type { SubscriptionTables } from './subscription.ts';
import type { SyncTables } from './sync.ts';
import type { WorkTables } from './work.ts';
import type { WorkspaceTables } from './workspaces.ts';

/** Each table has one owner, the feature that its file is named after. Only the owner writes to it. */
export interface Tables
  extends
    AccountTables,
    AdminTables,
    AlertTables,
    AnalyticsTables,
    ApiKeyTables,
    AuditTables,
    AuthTables,
    BlueskyTables,
    CredentialTables,
    DigestTables,
    InstagramTables,
    LiveTables,
    MailTables,
    NightlyTables,
    PeerTables,
    ProfileTables,
    ReportTables,
    RoadmapTables,
    ShareTables,
    SubscriptionTables,
    SyncTables,
    WorkTables,
    WorkspaceTables {}
