import type { Digest } from '@tidemark/contract';
import { type MailContent, toReason } from '../mail/index.ts';

export function toDigestMail(
  { title, sentences, figures, note, posts, url }: Digest,
  { unsubscribe, ...source }: { unsubscribe: MailContent['unsubscribe']; sender: string; isMember: boolean },
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
    reason: toReason('this digest', source),
    ...(unsubscribe ? { unsubscribe } : {}),
  };
}
