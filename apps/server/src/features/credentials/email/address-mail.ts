import type { MailContent } from '../../mail/index.ts';

/** Writes the mail to the new address. */
export function toAddressMail({ name, link, appUrl }: { name: string; link: string; appUrl: string }): MailContent {
  return {
    subject: 'Confirm your address for Tidemark',
    summary: 'The link works once, within a day.',
    title: 'Confirm your address',
    blocks: [
      {
        kind: 'text',
        text: `${name}, who uses Tidemark at ${new URL(appUrl).host}, wants to sign in with this address from now on.`,
      },
      { kind: 'button', label: 'Confirm address', url: link },
      {
        kind: 'text',
        text: 'The link works once, within a day, for this user only. If this isn’t you, ignore this message.',
      },
    ],
    reason: 'You receive this message because a user entered this address.',
  };
}

/** Writes the mail to the address that is still in use. */
export function toAddressNotice({ name, email }: { name: string; email: string }): MailContent {
  return {
    subject: 'Your Tidemark address is about to change',
    summary: `It becomes ${email} once confirmed.`,
    title: 'Your address is about to change',
    blocks: [
      { kind: 'text', text: `Hello ${name}, you asked to sign in to Tidemark with ${email} instead of this address.` },
      {
        kind: 'text',
        text: 'It changes once the new address is confirmed. If this wasn’t you, change your password now, in your profile under Sign-in.',
      },
    ],
    reason: 'You receive this message because this address signs in to Tidemark.',
  };
}
