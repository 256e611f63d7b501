import { createHash } from 'node:crypto';
import { keyScopes } from '@tidemark/contract';
import type { IdentityProvider } from '../../clients/identity-provider/identity-provider.ts';
import type { ProgramIdentity } from '../../clients/identity-provider/program-tokens.ts';
import type { Database } from '../../database/database.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { findUser, hasOtherSubjects, isDeletedIdentity } from './queries.ts';

const otherSubjects =
  'This identity provider’s access tokens identify people differently from its ID tokens, so they can’t show whose data to read. Use an API key.';

/**
 * Resolves an access token for the MCP server to its user. It creates no user, changes no role, and never acts as an
 * operator.
 */
export function createProgramAuthentication({
  db,
  identityProvider,
}: {
  db: Database;
  identityProvider: Pick<IdentityProvider, 'verifyProgram'>;
}) {
  return async function authenticateProgram(token: string): Promise<Viewer> {
    const identity = await identityProvider.verifyProgram(token);
    if (await hasOtherSubjects(db, identity.issuer))
      throw new ApiError('forbidden', undefined, { message: otherSubjects });
    const user = await findUser(db, identity, token);
    if (!user) throw await toStranger(db, identity);
    if (user.sessions_ended_at && user.sessions_ended_at > identity.issuedAt) throw new ApiError('unauthenticated');
    if (user.disabled_at) throw new ApiError('user_disabled');
    const scopes = keyScopes.filter((scope) => identity.scopes.includes(scope));
    if (scopes.length === 0) throw new ApiError('insufficient_scope', { scope: keyScopes.join(' ') });
    return { userId: user.user_id, role: 'user', program: { kind: 'token', id: toProgramId(user, identity), scopes } };
  };
}

async function toStranger(db: Database, identity: ProgramIdentity): Promise<ApiError> {
  if (await isDeletedIdentity(db, identity)) return new ApiError('user_deleted');
  return new ApiError('forbidden', undefined, {
    message: 'Sign in to Tidemark in a browser first, then connect again.',
  });
}

/**
 * Identifies a program and its user: limits count their calls whatever the token, which is renewed every few minutes.
 */
function toProgramId({ user_id: userId }: { user_id: string }, { clientId }: ProgramIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([userId, clientId]))
    .digest('base64url');
}
