import type { Caller } from '../access-tokens.ts';
import { engagementPermission, missingPermission } from '../graph-error.ts';

/** People with a role from Business Manager also need a permission for ads. */
export function assertInsightPermissions({ scopes, variant }: Caller): void {
  if (!scopes.includes('instagram_manage_insights')) throw missingPermission();
  if (!scopes.includes('pages_read_engagement')) throw engagementPermission();
  if (variant.businessRole && !scopes.includes('ads_read') && !scopes.includes('ads_management'))
    throw missingPermission();
}
