import type { TestApp } from './start-test-app.ts';

export interface WorldIssue {
  number: number;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  labels: string[];
}

/** Returns the sandbox's issues, and the calls that it received. */
export function githubTruth(app: TestApp) {
  return app.control<{ issues: WorldIssue[]; ledger: { method: string; path: string; status: number }[] }>('github');
}

export async function clearGithubCalls(app: TestApp): Promise<void> {
  await app.control('github/ledger', { method: 'DELETE' });
}

export async function setFaults(app: TestApp, ...rules: { fault: string; times?: number; match?: object }[]) {
  await app.control('faults', { method: 'POST', body: JSON.stringify({ rules }) });
}

export async function changeIssue(app: TestApp, number: number, change: object): Promise<void> {
  const { GITHUB_API_BASE_URL: api, GITHUB_REPOSITORY: repository, GITHUB_TOKEN: token } = app.sandbox.environment;
  const answer = await fetch(`${api}/repos/${repository}/issues/${number}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'a maintainer' },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`The stand-in answered ${answer.status}`);
}
