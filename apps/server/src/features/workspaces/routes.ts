import {
  acceptInvitation,
  type AccountId,
  changeMember,
  handOverWorkspace,
  inviteMember,
  leaveWorkspace,
  listMembers,
  listWorkspaces,
  type LiveMessage,
  maxMembers,
  openInvitation,
  removeMember,
  renameWorkspace,
  withdrawMemberInvitation,
  type WorkspaceRole,
} from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';
import { lockUser } from '../../database/lock-user.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { route, toPersonId, type Viewer } from '../../platform/http/route.ts';
import { announceReferences, requireAccounts } from '../accounts/index.ts';
import { auditIfChanged, type AuditLog } from '../audit/index.ts';
import { toOwnPicture } from '../auth/index.ts';
import { createLink, findIdentity } from '../credentials/index.ts';
import type { Outbox } from '../mail/index.ts';
import { keepReports } from '../reports/index.ts';
import { deleteInvitation, findInvitation, insertInvitation, listInvitationsOf, toInvitation } from './invitations.ts';
import { handOver, type MoveWorkspaceRows } from './hand-over.ts';
import { toMemberInvitationMail } from './invitation-mail.ts';
import {
  countMembers,
  deleteMember,
  findWorkspaceName,
  hasMemberWithEmail,
  insertMember,
  listMembersOf,
  listWorkspacesOf,
  saveGrant,
  saveWorkspaceName,
} from './queries.ts';

export interface WorkspaceDeps {
  db: Database;
  audit: AuditLog;
  clock: Clock;
  events: EventBus<LiveMessage>;
  appUrl: string;
  outbox: Outbox;
  /** Null if users sign in elsewhere. */
  builtInProvider: object | null;
  /** Moves what belongs to a workspace to another person. */
  moveWorkspaceRows: MoveWorkspaceRows;
}

interface Change {
  workspaceId: string;
  actorId: string;
  action: string;
  requestId: string;
}

const success = { success: true as const };

export function workspaceRoutes({
  db,
  audit,
  clock,
  events,
  appUrl,
  outbox,
  builtInProvider,
  moveWorkspaceRows,
}: WorkspaceDeps) {
  /** Runs work and adds what it has changed, if anything, to the audit log. */
  function change<Made>(
    { workspaceId, ...entry }: Change,
    work: (transaction: Transaction) => Promise<Made | null>,
    toChange: (made: Made) => object,
  ): Promise<Made | null> {
    return auditIfChanged(audit, work, (made) => ({
      ...entry,
      target: `workspace:${workspaceId}`,
      change: toChange(made),
      ip: null,
    }));
  }

  /** Ends a member's open pages in the workspace, which then reconnect with what they may see now. */
  async function endStreams(workspaceId: string, userId: string): Promise<void> {
    await events.publish({ to: 'session-end', userId, workspaceId });
  }

  async function toGrant(
    viewer: Viewer,
    {
      role,
      accountIds,
      reportIds,
    }: { role: WorkspaceRole; accountIds?: AccountId[] | undefined; reportIds?: string[] | undefined },
  ) {
    if (accountIds) await requireAccounts(db, viewer, accountIds);
    const kept = reportIds ? await keepReports(db, viewer.userId, reportIds) : null;
    return { role, accountIds: accountIds ?? null, reportIds: kept };
  }

  /** The person whose workspace it was first stays its owner. */
  function requireOther(viewer: Viewer, userId: string): void {
    if (userId === toPersonId(viewer) || userId === viewer.userId) throw new ApiError('not_oneself');
  }

  /**
   * Returns the link in the mail: it also creates the person's sign-in, whose address it proves. So nobody else gets it,
   * not even the inviter.
   */
  async function toMailedLink(
    transaction: Transaction,
    { email, token, now }: { email: string; token: string; now: Date },
  ): Promise<string> {
    if (!builtInProvider || (await findIdentity(transaction, { email }))?.isEmailVerified)
      return `${appUrl}/invitation#${token}`;
    const { link } = await createLink(transaction, { kind: 'invitation', email, appUrl, now });
    const accept = `/profile?${new URLSearchParams({ tab: 'team', invitation: token }).toString()}`;
    return link.replace('#', `?${new URLSearchParams({ returnTo: accept }).toString()}#`);
  }

  return [
    route(listWorkspaces, async ({ viewer }) => ({ workspaces: await listWorkspacesOf(db, viewer.userId) })),

    route(leaveWorkspace, async ({ viewer, params: { workspaceId }, requestId }) => {
      const { userId } = viewer;
      const left = await change(
        { workspaceId, actorId: userId, action: 'member.left', requestId },
        async (transaction) => (await deleteMember(transaction, workspaceId, userId)) || null,
        () => ({}),
      );
      if (!left) throw new ApiError('workspace_not_found');
      await endStreams(workspaceId, userId);
      return success;
    }),

    route(listMembers, async ({ viewer: { userId, member } }) => {
      const role = member?.role ?? 'owner';
      const isOwner = role === 'owner';
      const [name, members, invitations] = await Promise.all([
        findWorkspaceName(db, userId),
        role === 'client' ? [] : listMembersOf(db, userId, { forOwner: isOwner, toPicture: toOwnPicture }),
        isOwner ? listInvitationsOf(db, userId, clock()) : [],
      ]);
      return { name, members, invitations };
    }),

    route(renameWorkspace, async ({ viewer, body: { name } }) => {
      await saveWorkspaceName(db, viewer.userId, name);
      return { name };
    }),

    route(inviteMember, async ({ viewer, body: { email, ...offered }, requestId }) => {
      const { userId: workspaceId } = viewer;
      const grant = await toGrant(viewer, offered);
      if (await hasMemberWithEmail(db, workspaceId, email)) throw new ApiError('member_exists');
      const actorId = toPersonId(viewer);
      const now = clock();
      const invited = await change(
        { workspaceId, actorId, action: 'member.invited', requestId },
        async (transaction) => {
          if ((await countMembers(transaction, workspaceId)) >= maxMembers) throw new ApiError('member_limit_reached');
          const invitation = { workspaceId, invitedBy: actorId, email, ...grant, now };
          const { token, row } = await insertInvitation(transaction, invitation);
          const mailedLink = outbox.isEnabled ? await toMailedLink(transaction, { email, token, now }) : '';
          const isMailed = await outbox.queue(transaction, {
            kind: 'invitation',
            address: email,
            userId: null,
            content: toMemberInvitationMail({ role: grant.role, link: mailedLink, appUrl }),
            expiresAt: row.expires_at,
          });
          return { ...toInvitation(row, now), link: `${appUrl}/invitation#${token}`, isMailed };
        },
        () => ({ email, ...grant }),
      );
      if (!invited) throw new ApiError('internal_error');
      return invited;
    }),

    route(withdrawMemberInvitation, async ({ viewer, params: { id }, requestId }) => {
      const { userId: workspaceId } = viewer;
      const withdrawn = await change(
        { workspaceId, actorId: toPersonId(viewer), action: 'member.uninvited', requestId },
        (transaction) => deleteInvitation(transaction, workspaceId, id),
        (email) => ({ email }),
      );
      if (withdrawn === null) throw new ApiError('invitation_not_found');
      return success;
    }),

    route(changeMember, async ({ viewer, params: { userId }, body, requestId }) => {
      requireOther(viewer, userId);
      const grant = await toGrant(viewer, body);
      const { userId: workspaceId } = viewer;
      const changed = await change(
        { workspaceId, actorId: toPersonId(viewer), action: 'member.changed', requestId },
        async (transaction) => (await saveGrant(transaction, { workspaceId, userId, ...grant })) || null,
        () => ({ userId, ...grant }),
      );
      if (!changed) throw new ApiError('member_not_found');
      await endStreams(workspaceId, userId);
      return success;
    }),

    route(removeMember, async ({ viewer, params: { userId }, requestId }) => {
      requireOther(viewer, userId);
      const { userId: workspaceId } = viewer;
      const removed = await change(
        { workspaceId, actorId: toPersonId(viewer), action: 'member.removed', requestId },
        async (transaction) => (await deleteMember(transaction, workspaceId, userId)) || null,
        () => ({ userId }),
      );
      if (!removed) throw new ApiError('member_not_found');
      await endStreams(workspaceId, userId);
      return success;
    }),

    route(handOverWorkspace, async ({ viewer: { userId: from }, body: { userId: to }, requestId }) => {
      const members = await listMembersOf(db, from, { forOwner: false, toPicture: toOwnPicture });
      const now = clock();
      await change(
        { workspaceId: from, actorId: from, action: 'workspace.handed-over', requestId },
        async (transaction) => {
          await handOver(transaction, { from, to, now, moveRows: moveWorkspaceRows });
          return true;
        },
        () => ({ to }),
      );
      for (const { userId } of members) await endStreams(from, userId);
      await announceReferences({ db, events }, to);
      await announceReferences({ db, events }, from);
      return success;
    }),

    route(openInvitation, async ({ body: { token } }) => {
      const now = clock();
      const invitation = await findInvitation(db, token, now);
      if (!invitation) throw new ApiError('invitation_invalid');
      const [workspace, inviter] = await Promise.all([
        findWorkspaceName(db, invitation.workspace_id),
        db.selectFrom('app_user').select('name').where('user_id', '=', invitation.invited_by).executeTakeFirstOrThrow(),
      ]);
      const newSignIn = !builtInProvider ? 'elsewhere' : outbox.isEnabled ? 'mail' : 'operator';
      const { email, role } = invitation;
      return { workspace, invitedBy: inviter.name, email, role, newSignIn } as const;
    }),

    route(acceptInvitation, async ({ viewer, body: { token }, requestId }) => {
      const { userId } = viewer;
      const now = clock();
      const invitation = await findInvitation(db, token, now);
      if (!invitation) throw new ApiError('invitation_invalid');
      const { workspace_id: workspaceId, role, account_ids: accountIds, report_ids: reportIds } = invitation;
      if (workspaceId === userId) throw new ApiError('member_exists');
      await change(
        { workspaceId, actorId: userId, action: 'member.joined', requestId },
        async (transaction) => {
          await lockUser(transaction, workspaceId);
          if ((await countMembers(transaction, workspaceId)) >= maxMembers) throw new ApiError('member_limit_reached');
          if ((await deleteInvitation(transaction, workspaceId, invitation.invitation_id)) === null)
            throw new ApiError('invitation_invalid');
          if (!(await insertMember(transaction, { workspaceId, userId, role, accountIds, reportIds, now })))
            throw new ApiError('member_exists');
          return true;
        },
        () => ({ role, accountIds, reportIds }),
      );
      return { workspace: { id: workspaceId, name: await findWorkspaceName(db, workspaceId), role } };
    }),
  ];
}
