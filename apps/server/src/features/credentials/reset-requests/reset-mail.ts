import type { MailContent } from '../../mail/index.ts';

export function toResetMail({ name, link }: { name: string; link: string }): MailContent {
  return {
    subject: 'Set a new password for Tidemark',
    summary: 'The link works once, within two hours.',
    title: 'Set a new password',
    blocks: [
      { kind: 'text', text: `Hello ${name}, a new password was requested for your Tidemark sign-in.` },
      { kind: 'button', label: 'Set a new password', url: link },
      {
        kind: 'text',
        text: 'The link works once, within two hours. If this wasn’t you, ignore this message: your password won’t change.',
      },
    ],
    reason: 'You receive this message because this address signs in to Tidemark.',
  };
}
