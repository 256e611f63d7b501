import {
  accountAlertKinds,
  type AccountId,
  type AlertChoice,
  type AlertSettings,
  chosenAlertKinds,
} from '@tidemark/contract';
import type { Database, Transaction } from '../../database/database.ts';

export const defaultChoice: AlertChoice = { app: [...chosenAlertKinds], mail: [] };

/** Returns what a user chose about an account. */
export function toChoice({ all, exceptions }: AlertSettings, accountId: AccountId): AlertChoice {
  return exceptions.find((exception) => exception.accountId === accountId) ?? all;
}

export async function findSettings(
  db: Database | Transaction,
  userId: string,
  readable: readonly AccountId[],
): Promise<AlertSettings> {
  const rows = await db
    .selectFrom('alert_choice')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('account_id')
    .execute();
  const all = rows.find(({ account_id: accountId }) => accountId === null);
  return {
    all: all ? inOrder(all, chosenAlertKinds) : defaultChoice,
    exceptions: rows.flatMap((row) =>
      row.account_id !== null && readable.includes(row.account_id)
        ? [{ accountId: row.account_id, ...inOrder(row, accountAlertKinds) }]
        : [],
    ),
  };
}

function inOrder<Kind extends string>(
  { app_kinds: app, mail_kinds: mail }: { app_kinds: readonly string[]; mail_kinds: readonly string[] },
  kinds: readonly Kind[],
): { app: Kind[]; mail: Kind[] } {
  return { app: kinds.filter((kind) => app.includes(kind)), mail: kinds.filter((kind) => mail.includes(kind)) };
}

export async function replaceSettings(
  transaction: Transaction,
  userId: string,
  { all, exceptions }: AlertSettings,
): Promise<void> {
  await transaction.deleteFrom('alert_choice').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('alert_choice')
    .values(
      [{ accountId: null, ...all }, ...exceptions].map(({ accountId, app, mail }) => ({
        user_id: userId,
        account_id: accountId,
        app_kinds: app,
        mail_kinds: mail,
      })),
    )
    .execute();
}
