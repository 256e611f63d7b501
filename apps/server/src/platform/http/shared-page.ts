import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../escape-html.ts';

/** A share link's page before its figures are opened. */
export interface SharedPage {
  /** True if other sites may show it in frames. */
  isEmbeddable: boolean;
  /** Shown in chat previews; null unless the owner wants to show it. */
  title: string | null;
}

export const closedPage: SharedPage = { isEmbeddable: false, title: null };

/**
 * Sets headers for a page without a session: never stored, never listed, and in frames only where its owner allows it.
 */
export function setSharedHeaders(reply: FastifyReply, { isEmbeddable }: SharedPage): void {
  reply
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8');
  if (!isEmbeddable) return;
  const policy = String(reply.getHeader('content-security-policy'));
  reply
    .header('content-security-policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'))
    .removeHeader('x-frame-options');
}

const description = 'Instagram analytics, shared with Tidemark';

export function toSharedPage(html: string, { title }: SharedPage): string {
  const page = html.replace('<head>', '<head>\n    <meta name="robots" content="noindex, nofollow" />');
  if (title === null) return page;
  const named = escapeHtml(title);
  const preview = [
    `<title>${named} · Tidemark</title>`,
    `<meta property="og:title" content="${named}" />`,
    `<meta property="og:description" content="${description}" />`,
    '<meta property="og:site_name" content="Tidemark" />',
    '<meta property="og:type" content="website" />',
  ];
  // A function, because `$&` in a title is no pattern.
  return page.replace(/<title>.*?<\/title>/s, () => preview.join('\n    '));
}
