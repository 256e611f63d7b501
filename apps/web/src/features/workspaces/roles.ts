import type { WorkspaceRole } from '@tidemark/contract';

export const roleLabels: Record<WorkspaceRole, { name: string; about: string }> = {
  client: { name: 'Client', about: 'Sees chosen accounts and reports' },
  viewer: { name: 'Viewer', about: 'Sees all, changes nothing' },
  editor: { name: 'Editor', about: 'Changes all except members' },
  owner: { name: 'Owner', about: 'Changes all, with members' },
};
