import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Purpose =
  'session' | 'sign_in_failure' | 'signed_out' | 'workspace' | 'known_browser' | 'link_used' | `sign_in_${string}`;

/**
 * Creates our cookies: bound to this host over https, and never sent with other sites' requests except top-level links.
 */
export function createCookies(appUrl: string) {
  const { protocol, port } = new URL(appUrl);
  const secure = protocol === 'https:';
  // Cookies ignore ports: each installation on a machine needs its own names.
  const toName = (purpose: Purpose) => (secure ? `__Host-tidemark_${purpose}` : `tidemark_${purpose}_${port || '80'}`);
  const options = { path: '/', httpOnly: true, secure, sameSite: 'lax' } satisfies CookieSerializeOptions;
  const signInName = toName('sign_in_').replace(/_\d*$/, '_');

  return {
    hasSession: ({ cookies }: FastifyRequest): boolean => cookies[toName('session')] !== undefined,
    read: (reply: FastifyReply, purpose: Purpose): string | undefined => reply.request.cookies[toName(purpose)],
    set(
      reply: FastifyReply,
      purpose: Purpose,
      value: string,
      { maxAge, ...more }: { maxAge: number; httpOnly?: boolean },
    ) {
      void reply.setCookie(toName(purpose), value, { ...options, ...more, maxAge: Math.floor(maxAge) });
    },
    clear(reply: FastifyReply, purpose: Purpose) {
      void reply.clearCookie(toName(purpose), options);
    },
    /** Lists the names of sign-ins in progress, as `clearNamed` takes them. */
    listSignIns: (reply: FastifyReply): string[] =>
      Object.keys(reply.request.cookies).filter(
        (name) => name.startsWith(signInName) && name !== toName('sign_in_failure'),
      ),
    clearNamed(reply: FastifyReply, name: string) {
      void reply.clearCookie(name, options);
    },
  };
}

export type Cookies = ReturnType<typeof createCookies>;
