import { randomUUID } from 'node:crypto';
import type { MailKind } from '@tidemark/contract';
import { z } from 'zod';
import type { Database, Transaction } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/secrets.ts';
import { renderHtml } from '../render/render-html.ts';
import { renderText } from '../render/render-text.ts';
import type { MailContent } from '../render/mail-content.ts';
import { insertMessage } from './queries.ts';

export interface Attachment {
  name: string;
  type: string;
  content: Buffer;
}

export interface QueuedMail {
  kind: MailKind;
  address: string;
  /** User whose data it contains; null for people who are not users yet. */
  userId: string | null;
  /** A subscription's recipient; null for mail about an account. */
  recipientId?: string;
  /** A second message with the same key is not queued. */
  dedupKey?: string;
  content: MailContent;
  attachments?: readonly Attachment[];
  /** Time after which it is useless. */
  expiresAt: Date;
}

const StoredMail = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  unsubscribeUrl: z.string().nullable(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), content: z.base64() })),
});
export type StoredMail = z.infer<typeof StoredMail>;

export const toContentAssociatedData = (messageId: string) => `mail_message|${messageId}|content`;

/** Queues outgoing mail. Contents are encrypted until they are sent, because they may contain links that work. */
export function createOutbox({ vault, clock, isEnabled }: { vault: Vault; clock: Clock; isEnabled: boolean }) {
  return {
    /** True if a mail server is configured. Otherwise, nothing is queued. */
    isEnabled,
    /** Queues a message in the caller's transaction; false if it was queued before. */
    async queue(db: Database | Transaction, mail: QueuedMail): Promise<boolean> {
      if (!isEnabled) return false;
      const messageId = randomUUID();
      const { content } = mail;
      const stored: StoredMail = {
        subject: content.subject,
        html: renderHtml(content),
        text: renderText(content),
        unsubscribeUrl: content.unsubscribe?.oneClickUrl ?? null,
        attachments: (mail.attachments ?? []).map((one) => ({ ...one, content: one.content.toString('base64') })),
      };
      return insertMessage(db, {
        messageId,
        kind: mail.kind,
        userId: mail.userId,
        recipientId: mail.recipientId ?? null,
        address: mail.address,
        dedupKey: mail.dedupKey ?? null,
        contentEncrypted: vault.encrypt(JSON.stringify(stored), toContentAssociatedData(messageId)),
        createdAt: clock(),
        expiresAt: mail.expiresAt,
      });
    },
    /** Decrypts a message; throws if the key is missing. */
    open: (messageId: string, encrypted: string): StoredMail =>
      StoredMail.parse(JSON.parse(vault.decrypt(encrypted, toContentAssociatedData(messageId)))),
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
