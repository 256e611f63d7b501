import type { Digest } from '@tidemark/contract';
import type { MailContent } from '../mail/index.ts';

export function toDigestMail(
  { title, sentences, figures, note, posts, url }: Digest,
  { unsubscribe, sender }: { unsubscribe: MailContent['unsubscribe']; sender: string },
): MailContent {
  return {
    subject: title,
    summary: sentences[0] ?? '',
    title,
    blocks: [
      { kind: 'sentences', sentences },
      { kind: 'figures', title: 'Key numbers', figures, note },
      ...(posts.length > 0
        ? [
            {
              kind: 'links' as const,
              title: 'Most viewed new posts',
              links: posts,
            },
          ]
        : []),
      { kind: 'button', label: 'Open the Overview of these days', url },
    ],
    reason: `You receive this digest because ${sender} added you.`,
    ...(unsubscribe ? { unsubscribe } : {}),
  };
}
