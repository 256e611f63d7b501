import { acceptInvitation, inviteMember, type WorkspaceRole } from '@tidemark/contract';
import type { TestClient } from './test-client.ts';

export interface Team {
  workspaceId: string;
  owner: TestClient;
}

/** Invites a person to the owner's workspace, and accepts for them; returns their client there. */
export async function addMember(
  { owner, workspaceId }: Team,
  person: TestClient,
  grant: { role: WorkspaceRole; accountIds?: string[] },
): Promise<TestClient> {
  const { user } = await person.load();
  const { link } = await owner.call(inviteMember, { body: { email: user.email, ...grant } });
  await person.call(acceptInvitation, { body: { token: new URL(link).hash.slice(1) } });
  return person.inWorkspace(workspaceId);
}
