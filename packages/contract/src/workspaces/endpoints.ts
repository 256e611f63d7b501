import { z } from 'zod';
import { AccountId } from '../accounts/account.ts';
import { PersonName } from '../credentials/links.ts';
import { LinkToken, SignInEmail } from '../credentials/sign-in.ts';
import { endpoint } from '../endpoint.ts';
import { maxReports } from '../reports/endpoints.ts';
import { SubscriptionKind } from '../mail/kinds.ts';
import { workspaceRoles, type WorkspaceRole as Role } from '../workspace-role.ts';

const WorkspaceRole = z.enum(workspaceRoles);

export const maxMembers = 200;
/** Days within which an invitation can be accepted. */
export const invitationDays = 7;

/** A workspace has the ID of the person whose it was first. */
export const WorkspaceId = z.uuid();

/** A workspace as its members see it. */
export const Workspace = z.object({
  id: WorkspaceId,
  name: z.string(),
  /** The caller's role. */
  role: WorkspaceRole,
});
export type Workspace = z.infer<typeof Workspace>;

const Success = z.object({ success: z.literal(true) });

export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/workspaces',
  access: 'user',
  member: 'person',
  cost: 'read',
  summary: 'Lists the workspaces of which the caller is a member, their own first',
  response: z.object({ workspaces: z.array(Workspace) }),
  failures: [],
});

export const leaveWorkspace = endpoint({
  method: 'POST',
  path: '/workspaces/:workspaceId/leave',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Ends the caller’s membership; what they made stays in the workspace',
  params: z.strictObject({ workspaceId: WorkspaceId }),
  response: Success,
  failures: ['workspace_not_found'],
});

export const Member = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** Null for callers who cannot manage members. */
  email: z.string().nullable(),
  picture: z.string().nullable(),
  role: WorkspaceRole,
  /** Accounts that a client sees; null for the other roles, which see all. */
  accountIds: z.array(AccountId).nullable(),
  /** Reports that a client sees, among those about none but their accounts; null for all of these. */
  reportIds: z.array(z.uuid()).nullable(),
  /** Null for the person whose workspace it was first. */
  joinedAt: z.iso.datetime().nullable(),
  /** What they chose to receive by mail; null for callers who cannot manage members. */
  mail: z.array(SubscriptionKind).nullable(),
});
export type Member = z.infer<typeof Member>;

export const MemberInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: WorkspaceRole,
  accountIds: z.array(AccountId).nullable(),
  reportIds: z.array(z.uuid()).nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
});
export type MemberInvitation = z.infer<typeof MemberInvitation>;

export const listMembers = endpoint({
  method: 'GET',
  path: '/workspace/members',
  access: 'user',
  member: 'client',
  cost: 'read',
  summary: 'Lists the workspace’s members, and for owners its open invitations; clients learn only its name',
  response: z.object({ name: z.string(), members: z.array(Member), invitations: z.array(MemberInvitation) }),
  failures: [],
});

export const renameWorkspace = endpoint({
  method: 'PATCH',
  path: '/workspace',
  access: 'user',
  member: 'owner',
  cost: 'write',
  summary: 'Renames the workspace',
  body: z.strictObject({ name: PersonName }),
  response: z.object({ name: z.string() }),
  failures: [],
});

/** A role, and for a client the accounts and reports that they see; without `reportIds`, all about the accounts. */
const grant = {
  role: WorkspaceRole,
  accountIds: z.array(AccountId).max(100).optional(),
  reportIds: z.array(z.uuid()).max(maxReports).optional(),
};
const needsAccounts = ({ role, accountIds }: { role: Role; accountIds?: string[] | undefined }) =>
  role === 'client' ? accountIds !== undefined && accountIds.length > 0 : accountIds === undefined;
const needsNoReports = ({ role, reportIds }: { role: Role; reportIds?: string[] | undefined }) =>
  role === 'client' || reportIds === undefined;
const reportsRule = { path: ['reportIds'], message: 'must be left out, except for a client' };
const accountsRule = { path: ['accountIds'], message: 'must name a client’s accounts, and nobody else’s' };

export const inviteMember = endpoint({
  method: 'POST',
  path: '/workspace/invitations',
  access: 'user',
  member: 'owner',
  cost: 'write',
  limits: ['memberInvitation'],
  summary: 'Invites a person by email; replaces an earlier invitation of the same address',
  body: z
    .strictObject({ email: SignInEmail, ...grant })
    .refine(needsAccounts, accountsRule)
    .refine(needsNoReports, reportsRule),
  response: MemberInvitation.extend({
    /** Opens the invitation; also sent by email, if the installation sends any. */
    link: z.url(),
    isMailed: z.boolean(),
  }),
  failures: ['account_not_found', 'member_exists', 'member_limit_reached'],
});

export const withdrawMemberInvitation = endpoint({
  method: 'DELETE',
  path: '/workspace/invitations/:id',
  access: 'user',
  member: 'owner',
  cost: 'write',
  summary: 'Withdraws an invitation',
  params: z.strictObject({ id: z.uuid() }),
  response: Success,
  failures: ['invitation_not_found'],
});

const OneMember = z.strictObject({ userId: z.uuid() });

export const changeMember = endpoint({
  method: 'PATCH',
  path: '/workspace/members/:userId',
  access: 'user',
  member: 'owner',
  cost: 'write',
  summary: 'Changes a member’s role, and the accounts and reports that a client sees',
  params: OneMember,
  body: z.strictObject(grant).refine(needsAccounts, accountsRule).refine(needsNoReports, reportsRule),
  response: Success,
  failures: ['account_not_found', 'member_not_found', 'not_oneself'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/workspace/members/:userId',
  access: 'user',
  member: 'owner',
  cost: 'write',
  summary: 'Removes a member, whose open pages close; what they made stays in the workspace',
  params: OneMember,
  response: Success,
  failures: ['member_not_found', 'not_oneself'],
});

export const handOverWorkspace = endpoint({
  method: 'POST',
  path: '/workspaces/hand-over',
  access: 'user',
  member: 'person',
  recentSignIn: true,
  cost: 'write',
  summary:
    'Hands the caller’s own workspace over to one of its members, whose own must be empty; the caller stays in it as an owner, with their connections',
  body: OneMember,
  response: Success,
  failures: ['member_not_found', 'workspace_not_empty', 'account_limit_reached', 'subscription_inactive'],
});

/** The secret part of an invitation's link. */
const InvitationToken = z.strictObject({ token: LinkToken });

export const openInvitation = endpoint({
  method: 'POST',
  path: '/mail/invitation',
  access: 'public',
  cost: 'write',
  limits: ['signIn'],
  summary: 'Returns what an invitation offers',
  body: InvitationToken,
  response: z.object({
    workspace: z.string(),
    invitedBy: z.string(),
    email: z.string(),
    role: WorkspaceRole,
    /**
     * The source of a sign-in for a person without one: the mail that invited them, which proves their address, an operator,
     * or another identity provider. The same whether they have one: nobody learns that from an invitation.
     */
    newSignIn: z.enum(['mail', 'operator', 'elsewhere']),
  }),
  failures: ['invitation_invalid'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/workspaces/accept',
  access: 'user',
  member: 'person',
  cost: 'write',
  summary: 'Makes the caller a member of the workspace',
  body: InvitationToken,
  response: z.object({ workspace: Workspace }),
  failures: ['invitation_invalid', 'member_exists', 'member_limit_reached'],
});
