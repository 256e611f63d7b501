import type { WorkspaceRole } from '@tidemark/contract';

export const roleLabels: Record<WorkspaceRole, { name: string; about: string }> = {
  client: { name: 'Client', about: 'Sees the accounts chosen below, and the reports about them.' },
  viewer: { name: 'Viewer', about: 'Sees everything, changes nothing.' },
  editor: { name: 'Editor', about: 'Changes everything except members and connections.' },
  owner: { name: 'Owner', about: 'Also invites and removes members.' },
};
