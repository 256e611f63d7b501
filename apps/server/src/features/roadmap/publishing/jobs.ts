import type { Github } from '../../../clients/github/github.ts';
import { defineWork } from '../../../platform/work/work.ts';
import { attemptRequest, type PublishingDeps } from './publish-request.ts';
import { pendingRequests } from './queries.ts';

/** Retries requests that could not be sent to GitHub immediately. */
export const roadmapWork = defineWork({
  name: 'roadmap',
  label: 'Publish feature requests to GitHub',
  remedy: 'Run tidemark doctor, which tests the access of GITHUB_TOKEN or the GitHub app.',
  everySeconds: 30,
  rows: pendingRequests,
  toLogFields: ({ request_id: requestId }) => ({ requestId }),
  prepare: ({ github, ...services }: Omit<PublishingDeps, 'github'> & { github: Github | null }) =>
    github &&
    (async (request) => {
      // GitHub demands a wait, for all requests.
      if (await attemptRequest({ ...services, github }, request)) return 'stop';
    }),
});
