import type { MailContent } from '../render/mail-content.ts';

/** Writes the mail without any user-written text, so that users can't send their own text to a stranger. */
export function toConfirmationMail({ link, appUrl }: { link: string; appUrl: string }): MailContent {
  const { host } = new URL(appUrl);
  return {
    subject: 'Confirm that you want mail from Tidemark',
    summary: 'You won’t receive anything else unless you confirm.',
    title: 'Do you want to receive this mail?',
    blocks: [
      {
        kind: 'text',
        text: `A user of ${host} would like to send digests, alerts and reports about social media accounts to this address.`,
      },
      { kind: 'button', label: 'Yes, confirm this address', url: link },
      {
        kind: 'text',
        text: 'If you weren’t expecting this, ignore it: you won’t receive anything else.',
      },
    ],
    reason: `You receive this one-time message because your address was entered at ${host}.`,
  };
}

export const toConfirmationLink = (appUrl: string, secret: string) => `${appUrl}/confirm-mail#${secret}`;
