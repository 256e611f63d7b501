import type { Database } from '../../database/database.ts';
import type { ExportUser } from '../../platform/feature.ts';

export const exportUser: ExportUser = async ({ db }, userId) => ({
  profile: {
    mailRecipients: await listMailRecipients(db, userId),
    memberMail: await listMemberMail(db, userId),
    mail: await listMail(db, userId),
  },
});

/** Lists the addresses to which the user has mail sent, without the secrets in their links. */
async function listMailRecipients(db: Database, userId: string) {
  const recipients = await db
    .selectFrom('recipient')
    .select([
      'recipient_id',
      'address',
      'created_at',
      'confirmed_at',
      'failures',
      'last_failure',
      'bounced_at',
      'disabled_at',
    ])
    .select('left_kinds')
    .where('user_id', '=', userId)
    .where('member_id', 'is', null)
    .orderBy('created_at')
    .execute();
  const subscriptions = await db
    .selectFrom('recipient_subscription')
    .innerJoin('recipient', 'recipient.recipient_id', 'recipient_subscription.recipient_id')
    .select(['recipient_subscription.recipient_id', 'kind', 'subscribed_at'])
    .where('user_id', '=', userId)
    .execute();
  return recipients.map(({ recipient_id: id, ...recipient }) => ({
    ...recipient,
    subscriptions: subscriptions
      .filter(({ recipient_id }) => recipient_id === id)
      .map(({ kind, subscribed_at }) => ({ kind, subscribed_at })),
  }));
}

/** Lists what the user chose to receive from others' workspaces. */
function listMemberMail(db: Database, userId: string) {
  return db
    .selectFrom('recipient')
    .leftJoin('recipient_subscription', 'recipient_subscription.recipient_id', 'recipient.recipient_id')
    .select(['user_id as workspace_id', 'address', 'created_at', 'confirmed_at', 'disabled_at', 'left_kinds'])
    .select(['kind', 'subscribed_at'])
    .where('member_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** Lists mail sent for the user; contents are deleted once they are sent. */
function listMail(db: Database, userId: string) {
  return db
    .selectFrom('mail_message')
    .select(['kind', 'address', 'state', 'created_at', 'finished_at', 'problem'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}
