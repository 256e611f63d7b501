import type { WorkspaceRole } from '@tidemark/contract';
import type { Generated } from 'kysely';
import type { Instant } from './columns.ts';

export interface WorkspaceTables {
  /** Names; a workspace without one is called by its person's name. */
  workspace: { workspace_id: string; name: string };
  workspace_member: {
    /** The person whose workspace it was first. */
    workspace_id: string;
    user_id: string;
    role: WorkspaceRole;
    /** The accounts that a client sees; null for the roles that see all. */
    account_ids: string[] | null;
    /** Chosen reports among those about none but these accounts; null for all of these. */
    report_ids: Generated<string[] | null>;
    joined_at: Instant;
  };
  workspace_invitation: {
    invitation_id: string;
    workspace_id: string;
    invited_by: string;
    token_hash: Buffer;
    email: string;
    role: WorkspaceRole;
    account_ids: string[] | null;
    /** Chosen reports among those about none but these accounts; null for all of these. */
    report_ids: Generated<string[] | null>;
    created_at: Instant;
    expires_at: Instant;
  };
}
