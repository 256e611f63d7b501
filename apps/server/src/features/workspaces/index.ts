export { createWorkspaceEntry } from './enter-workspace.ts';
export { listWorkspacesOf } from './queries.ts';
