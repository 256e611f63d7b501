import type { MailContent } from '../../mail/index.ts';

export function toResetMail({ name, link }: { name: string; link: string }): MailContent {
  return {
    subject: 'Set a new password for Tidemark',
    summary: 'The link works once, within two hours.',
    title: 'Set a new password',
    blocks: [
      { kind: 'text', text: `Hello ${name}, somebody asked for a new password for your Tidemark sign-in.` },
      { kind: 'button', label: 'Set a new password', url: link },
      {
        kind: 'text',
        text: 'The link works once, within two hours. If this was not you, ignore this message: your password stays as it is.',
      },
    ],
    reason: 'You receive this message because this address signs in to Tidemark.',
  };
}
