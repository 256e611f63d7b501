import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import type { components } from '@octokit/openapi-types';
import { errors, jwtVerify } from 'jose';
import type { SandboxClock } from '../sandbox-clock.ts';
import { GithubApiError } from './github-api-error.ts';

export const appId = '917352';
const installationId = 58_204_117;
const hourMillis = 3_600_000;
const maxJwtSeconds = 600;
// GitHub tolerates a clock that is a minute ahead.
const toleranceSeconds = 60;

/**
 * Installs a GitHub App in the repository. Its tokens last an hour and end when it is uninstalled.
 *
 * @see https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 */
export function createAppInstallation(clock: SandboxClock) {
  let key: KeyObject | null = null;
  let isInstalled = true;
  const tokens = new Map<string, number>();

  async function requireApp(authorization: string | undefined): Promise<void> {
    const jwt = /^bearer (.+)$/i.exec(authorization ?? '')?.[1];
    if (!key || !jwt) throw new GithubApiError(401, 'A JSON web token could not be decoded');
    const now = Math.floor(clock.real() / 1000);
    try {
      const { payload } = await jwtVerify(jwt, key, {
        algorithms: ['RS256'],
        issuer: appId,
        requiredClaims: ['iat', 'exp'],
        currentDate: new Date(clock.real()),
      });
      const { iat = 0, exp = 0 } = payload;
      if (iat > now + toleranceSeconds)
        throw new GithubApiError(
          401,
          "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
        );
      if (exp > now + maxJwtSeconds)
        throw new GithubApiError(401, "'Expiration time' claim ('exp') is too far in the future");
    } catch (error) {
      if (error instanceof errors.JOSEError) throw new GithubApiError(401, 'A JSON web token could not be decoded');
      throw error;
    }
  }

  return {
    /** Stores a key as if its owner had created it on the app's page. */
    setKey(publicKey: string): void {
      key = createPublicKey(publicKey);
      isInstalled = true;
    },
    uninstall(): void {
      isInstalled = false;
      tokens.clear();
    },
    async find(authorization: string | undefined): Promise<{ id: number; app_id: number }> {
      await requireApp(authorization);
      if (!isInstalled) throw new GithubApiError(404, 'Not Found');
      return { id: installationId, app_id: Number(appId) };
    },
    async createToken(
      authorization: string | undefined,
      id: number,
    ): Promise<components['schemas']['installation-token']> {
      await requireApp(authorization);
      if (!isInstalled || id !== installationId) throw new GithubApiError(404, 'Not Found');
      const token = `ghs_${randomBytes(18).toString('hex')}`;
      const expiresAt = clock.real() + hourMillis;
      tokens.set(token, expiresAt);
      return {
        token,
        expires_at: new Date(expiresAt).toISOString(),
        permissions: { issues: 'write', metadata: 'read' },
        repository_selection: 'selected',
      };
    },
    accepts: (token: string) => (tokens.get(token) ?? 0) > clock.real(),
  };
}
