import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Vault } from '../../../platform/secrets.ts';
import type { createCookies } from '../../auth/index.ts';

const knownSeconds = 180 * 86_400;
const linkUsedSeconds = 120;

const KnownBrowser = z.object({ browserId: z.string(), subject: z.string() });
const LinkUsed = z.object({ subject: z.string(), at: z.number() });

type Purpose = 'known_browser' | 'link_used';

/** Stores what a browser carries for us between two sign-ins, in cookies that only we can read. */
export function createBrowserMemory({
  vault,
  cookies,
  clock,
}: {
  vault: Vault;
  cookies: ReturnType<typeof createCookies>;
  clock: Clock;
}) {
  function write(reply: FastifyReply, purpose: Purpose, value: object, maxAge: number) {
    cookies.set(reply, purpose, vault.encrypt(JSON.stringify(value), purpose), { maxAge });
  }
  function read<Value>(reply: FastifyReply, purpose: Purpose, schema: z.ZodType<Value>): Value | null {
    const value = cookies.read(reply, purpose);
    if (value === undefined) return null;
    try {
      return schema.parse(JSON.parse(vault.decrypt(value, purpose)));
    } catch {
      return null;
    }
  }

  return {
    /** Returns this browser's ID if the person has signed in with it before. */
    findBrowserId(reply: FastifyReply, subject: string | null): string | null {
      const known = read(reply, 'known_browser', KnownBrowser);
      return known && known.subject === subject ? known.browserId : null;
    },
    rememberPerson(reply: FastifyReply, subject: string): void {
      const browserId = read(reply, 'known_browser', KnownBrowser)?.browserId ?? randomBytes(16).toString('base64url');
      write(reply, 'known_browser', { browserId, subject }, knownSeconds);
    },
    /** Remembers a link just used in this browser: it proves the person's identity. */
    rememberLinkUse(reply: FastifyReply, subject: string): void {
      write(reply, 'link_used', { subject, at: clock().getTime() }, linkUsedSeconds);
    },
    takeLinkUse(reply: FastifyReply): string | null {
      const used = read(reply, 'link_used', LinkUsed);
      cookies.clear(reply, 'link_used');
      return used && clock().getTime() - used.at <= linkUsedSeconds * 1000 ? used.subject : null;
    },
  };
}
