import type { MailContent } from '../../mail/index.ts';

export function toInvitationMail({
  name,
  link,
  appUrl,
}: {
  name: string | null;
  link: string;
  appUrl: string;
}): MailContent {
  return {
    subject: 'You are invited to Tidemark',
    summary: 'The invitation works once, within seven days.',
    title: 'You are invited to Tidemark',
    blocks: [
      {
        kind: 'text',
        text: `Hello${name ? ` ${name}` : ''}, an operator of ${new URL(appUrl).host} invites you to Tidemark, which shows how Instagram accounts perform.`,
      },
      { kind: 'button', label: 'Accept the invitation', url: link },
      { kind: 'text', text: 'The link works once, within seven days. If you don’t expect it, ignore this message.' },
    ],
    reason: 'You receive this message because an operator entered your address.',
  };
}
