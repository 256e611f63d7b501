import type { FastifyReply } from 'fastify';

/** A page for people without a session: never stored, never listed, and in frames only where its owner allows it. */
export function setSharedHeaders(reply: FastifyReply, { isEmbeddable }: { isEmbeddable: boolean }): void {
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

export function toSharedPage(html: string): string {
  return html.replace('<head>', '<head>\n    <meta name="robots" content="noindex, nofollow" />');
}
