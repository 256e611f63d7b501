import {
  getMemberMail,
  type MemberMail,
  setMemberMail,
  type SubscriptionKind,
  subscriptionKinds,
  type WorkspaceRole,
} from '@tidemark/contract';
import { findVerifiedEmail } from '../../../clients/identity-provider/find-verified-email.ts';
import type { Database, Transaction } from '../../../database/database.ts';
import { lockUser } from '../../../database/lock-user.ts';
import { toComparableAddress } from '../../../platform/address-forms.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { toAccessToken } from '../../../platform/http/access-token.ts';
import { route, type Viewer } from '../../../platform/http/route.ts';
import { writeAuditEntry } from '../../audit/index.ts';
import { deleteRecipient, insertRecipient, replaceSubscriptions } from './queries.ts';
import { queueConfirmation } from './queue-confirmation.ts';
import type { RecipientDeps } from './routes.ts';

/** Mail by role: clients see no alerts, and reports go to the addresses that the owner entered. */
const offered: Record<WorkspaceRole, SubscriptionKind[]> = {
  client: ['digest'],
  viewer: ['digest', 'alert'],
  editor: ['digest', 'alert'],
  owner: ['digest', 'alert'],
};

interface Membership {
  workspaceId: string;
  memberId: string;
  role: WorkspaceRole;
}

/** Lets each member of another's workspace choose what they receive by mail from it. */
export function memberMailRoutes(deps: RecipientDeps) {
  const { db, clock, outbox, audit, identityProvider } = deps;

  /** Writes down the choice; a recipient who had left, or whose address changed, starts again. */
  async function choose(
    transaction: Transaction,
    { workspaceId, memberId }: Membership,
    { kinds, verified }: { kinds: readonly SubscriptionKind[]; verified: string | null },
  ): Promise<void> {
    const { address, recipient } = await findMemberRecipient(transaction, { workspaceId, memberId });
    const isKept = recipient?.address === address && recipient.isUsable && kinds.length > 0;
    if (recipient && !isKept) await deleteRecipient(transaction, workspaceId, recipient.id);
    if (kinds.length === 0) return;
    const now = clock();
    const isConfirmed = verified !== null && toComparableAddress(verified) === toComparableAddress(address);
    const recipientId =
      recipient && isKept
        ? recipient.id
        : await insertRecipient(transaction, { userId: workspaceId, memberId, address, now, isConfirmed });
    if (recipientId === undefined) throw new ApiError('internal_error');
    await replaceSubscriptions(transaction, recipientId, { kinds, now });
    if (!isKept && !isConfirmed)
      await queueConfirmation(deps, transaction, { userId: workspaceId, recipientId, address });
  }

  return [
    route(getMemberMail, ({ viewer }) => loadMemberMail(db, requireMembership(viewer))),

    route(setMemberMail, async ({ viewer, body: { subscriptions }, requestId, reply }) => {
      const membership = requireMembership(viewer);
      const { workspaceId, memberId, role } = membership;
      const kinds = subscriptionKinds.filter((kind) => subscriptions.includes(kind));
      if (kinds.some((kind) => !offered[role].includes(kind))) throw new ApiError('role_insufficient');
      if (!outbox.isEnabled) throw new ApiError('mail_off');
      const verified = await findVerifiedEmail(identityProvider, toAccessToken(reply));
      await db.transaction().execute(async (transaction) => {
        await lockUser(transaction, workspaceId);
        await choose(transaction, membership, { kinds, verified });
      });
      await writeAuditEntry(audit, {
        actorId: memberId,
        action: 'member.mail-chosen',
        target: `workspace:${workspaceId}`,
        change: { kinds },
        requestId,
        ip: null,
      });
      return loadMemberMail(db, membership);
    }),
  ];
}

/** The person whose workspace it is has recipients instead. */
function requireMembership({ userId, member }: Viewer): Membership {
  if (!member) throw new ApiError('member_not_found');
  return { workspaceId: userId, memberId: member.userId, role: member.role };
}

async function loadMemberMail(db: Database, membership: Membership): Promise<MemberMail> {
  const { address, recipient } = await findMemberRecipient(db, membership);
  const kinds = offered[membership.role];
  return {
    address: recipient?.address ?? address,
    isConfirmed: recipient?.isUsable ?? false,
    subscriptions: kinds.filter((kind) => recipient?.kinds.includes(kind)),
    offered: kinds,
  };
}

async function findMemberRecipient(
  db: Database | Transaction,
  { workspaceId, memberId }: Pick<Membership, 'workspaceId' | 'memberId'>,
) {
  const { email } = await db
    .selectFrom('app_user')
    .select('email')
    .where('user_id', '=', memberId)
    .executeTakeFirstOrThrow();
  const [recipient] = await listMemberRecipients(db, workspaceId, memberId);
  return { address: email, recipient };
}

/** Lists what members receive from a workspace. */
export async function listMemberRecipients(db: Database | Transaction, workspaceId: string, memberId?: string) {
  const rows = await db
    .selectFrom('recipient')
    .leftJoin('recipient_subscription', 'recipient_subscription.recipient_id', 'recipient.recipient_id')
    .select(['recipient.recipient_id', 'member_id', 'address', 'confirmed_at', 'disabled_at', 'left_kinds'])
    .select(({ fn }) => fn.agg<(SubscriptionKind | null)[]>('array_agg', ['kind']).as('kinds'))
    .where('user_id', '=', workspaceId)
    .where('member_id', 'is not', null)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? ''))
    .groupBy('recipient.recipient_id')
    .execute();
  return rows.map((row) => ({
    id: row.recipient_id,
    memberId: row.member_id,
    address: row.address,
    /** False until confirmed, and again once it was disabled or its reader has left. */
    isUsable: row.confirmed_at !== null && row.disabled_at === null && row.left_kinds.length === 0,
    kinds: (row.kinds ?? []).flatMap((kind) => kind ?? []),
  }));
}

/** Drops a member's mail that waits to be sent: it shows what they saw before their role or accounts changed. */
export async function dropMemberMail(transaction: Transaction, workspaceId: string, memberId: string): Promise<void> {
  await transaction
    .deleteFrom('mail_message')
    .where('state', '=', 'queued')
    .where('recipient_id', 'in', ({ selectFrom }) =>
      selectFrom('recipient')
        .select('recipient_id')
        .where('user_id', '=', workspaceId)
        .where('member_id', '=', memberId),
    )
    .execute();
}
