/**
 * Roles of members in a workspace, from least to most: see accounts and reports chosen for them, see everything,
 * change everything, and manage members.
 */
export const workspaceRoles = ['client', 'viewer', 'editor', 'owner'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

/** Continues "There you can …" about what a role may do in a workspace. */
export const roleOffers: Record<WorkspaceRole, string> = {
  client: 'see the accounts and reports chosen for you',
  viewer: 'see all of its accounts and reports',
  editor: 'see and change everything in it',
  owner: 'see and change everything in it, and manage its members',
};

/** Returns true if the role includes everything that the least one may do. */
export function includesRole(role: WorkspaceRole, least: WorkspaceRole): boolean {
  return workspaceRoles.indexOf(role) >= workspaceRoles.indexOf(least);
}

/** Names the workspace in which a call is made; without it, the caller's own. */
export const workspaceHeader = 'x-tidemark-workspace';
