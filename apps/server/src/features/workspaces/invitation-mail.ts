import { invitationDays, roleOffers, type WorkspaceRole } from '@tidemark/contract';
import type { MailContent } from '../mail/index.ts';

/** Writes the mail without the workspace's name: users must not be able to send their own text to a stranger. */
export function toMemberInvitationMail({
  role,
  link,
  appUrl,
}: {
  role: WorkspaceRole;
  link: string;
  appUrl: string;
}): MailContent {
  const works = `The invitation works once, within ${invitationDays} days.`;
  return {
    subject: 'You are invited to a workspace on Tidemark',
    summary: works,
    title: 'You are invited to a workspace',
    blocks: [
      {
        kind: 'text',
        text: `Somebody who uses Tidemark at ${new URL(appUrl).host} invites you to their workspace. There you can ${roleOffers[role]}.`,
      },
      { kind: 'button', label: 'See the invitation', url: link },
      { kind: 'text', text: `${works} If you don’t expect it, ignore this message.` },
    ],
    reason: 'You receive this one-time message because somebody entered your address as that of a colleague or client.',
  };
}
