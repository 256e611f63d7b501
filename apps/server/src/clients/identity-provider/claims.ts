import { z } from 'zod';
import { DisplayName, Email, Picture } from './profile-claims.ts';

export const Profile = z.object({
  sub: z.string(),
  name: DisplayName,
  preferred_username: DisplayName,
  email: Email,
  // Some providers send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .optional()
    .catch(undefined),
  picture: Picture,
});
export type Profile = z.output<typeof Profile>;

// Some providers, such as Glewlwyd, write several values as one text.
const Roles = z.union([
  z.string().transform((roles) => roles.split(',').map((role) => role.trim())),
  z.array(z.string()),
]);

/**
 * Returns the roles in a claim, a list, or a string with one or several separated by commas; `path` is its name, or the
 * way to a nested one (`realm_access.roles`). Null if the claim is there and something else.
 */
export function readRoles(claims: Record<string, unknown>, path: string): string[] | null {
  const value = Object.hasOwn(claims, path) ? claims[path] : path.split('.').reduce(readPart, claims as unknown);
  if (value === undefined || value === null) return [];
  return Roles.safeParse(value).data ?? null;
}

function readPart(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
