import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';

/** The private key is in PEM format. */
export type GithubAccess = { kind: 'token'; token: string } | { kind: 'app'; appId: string; privateKey: string };

type OctokitOptions = NonNullable<ConstructorParameters<typeof Octokit>[0]>;

/**
 * Runs calls with an authenticated client. A GitHub App gets tokens of one hour for its installation in the repository,
 * which it looks up, and looks up again after GitHub has rejected one, as when the app was installed anew.
 */
export function createGithubConnection(
  { access, owner, repo }: { access: GithubAccess; owner: string; repo: string },
  options: OctokitOptions,
) {
  let connected: Promise<Octokit> | null = null;

  async function connect(): Promise<Octokit> {
    if (access.kind === 'token') return new Octokit({ ...options, auth: access.token });
    const { appId, privateKey } = access;
    const app = new Octokit({ ...options, authStrategy: createAppAuth, auth: { appId, privateKey } });
    const { data } = await app.rest.apps.getRepoInstallation({ owner, repo });
    return new Octokit({
      ...options,
      authStrategy: createAppAuth,
      auth: { appId, privateKey, installationId: data.id },
    });
  }

  function reconnect(): Promise<Octokit> {
    const attempt = connect();
    attempt.catch(() => (connected = null));
    return attempt;
  }

  return async function run<Answer>(call: (octokit: Octokit) => Promise<Answer>): Promise<Answer> {
    const octokit = await (connected ??= reconnect());
    try {
      return await call(octokit);
    } catch (error) {
      if (isRejected(error)) connected = null;
      throw error;
    }
  };
}

function isRejected(error: unknown): boolean {
  return error instanceof Error && 'status' in error && (error.status === 401 || error.status === 404);
}
