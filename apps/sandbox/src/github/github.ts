import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { SandboxClock } from '../sandbox-clock.ts';
import type { StateStore } from '../sandbox-state.ts';
import { refuseByFault, spoilAnswer } from './github-faults.ts';
import { createAppInstallation } from './app-installation.ts';
import { GithubApiError } from './github-api-error.ts';
import { installationRoutes } from './installation-routes.ts';
import type { StoredIssue } from './issue-book.ts';
import { issueJson, labelJson } from './issue-json.ts';
import { renderIssue, renderIssues } from './issue-pages.ts';
import { createRateLimits } from './rate-limits.ts';
import { createWebhookSender } from './webhook-sender.ts';
import { createRepository, IssueChange, ListQuery, NewIssue } from './repository.ts';

const repositoryName = 'tidemark-sandbox/roadmap';
const author = 'tidemark-app[bot]';
const maxLedgerLength = 2_000;

interface Deps {
  origin: string;
  /** The application, which receives webhooks at its first origin. */
  appOrigins: string[];
  seed: string;
  store: StateStore;
  clock: SandboxClock;
  faults: Faults;
}

interface LedgerEntry {
  at: string;
  method: string;
  path: string;
  status: number;
}

/** Creates a stand-in for api.github.com with one repository, and pages that show its issues. */
export function createGithub({ origin, appOrigins, seed, store, clock, faults }: Deps) {
  const derive = (use: string) => createHash('sha256').update(`${seed}:${use}`).digest('hex').slice(0, 40);
  const token = `github_pat_${derive('github')}`;
  const webhookSecret = derive('github-webhook');
  const [appOrigin] = appOrigins;
  const webhook = createWebhookSender({
    address: appOrigin === undefined ? null : `${appOrigin}/api/v1/webhooks/github`,
    secret: webhookSecret,
  });
  const installation = createAppInstallation(clock);
  const repository = createRepository({ store, clock });
  const limits = createRateLimits(clock.now);
  const api = `${origin}/github/repos/${repositoryName}`;
  const web = `${origin}/github.com/${repositoryName}`;
  let ledger: LedgerEntry[] = [];
  const toJson = (issue: StoredIssue) => issueJson(issue, { api, web });

  function requireCaller(request: FastifyRequest) {
    const given = /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given !== token && !installation.accepts(given ?? ''))
      throw new GithubApiError(401, given ? 'Bad credentials' : 'Requires authentication');
    if (!request.headers['user-agent']) throw new GithubApiError(403, 'Request forbidden by administrative rules.');
    limits.charge();
  }

  /** Sends a change's event, as GitHub does after its response. */
  function report(action: string, issue: StoredIssue): void {
    void webhook.send('issues', { action, issue: toJson(issue), repository: { full_name: repositoryName } });
  }

  function findIssue(request: FastifyRequest): StoredIssue | undefined {
    const { number } = z.object({ number: z.coerce.number() }).parse(request.params);
    return repository.find(number);
  }

  function requireIssue(request: FastifyRequest): StoredIssue {
    const issue = findIssue(request);
    if (!issue) throw new GithubApiError(404, 'Not Found');
    return issue;
  }

  /** Handles one call: caller, faults, limits, ledger entry. */
  function call(work: (request: FastifyRequest, reply: FastifyReply) => { status?: number; body: unknown }) {
    return (request: FastifyRequest, reply: FastifyReply) => {
      const path = request.url.slice('/github'.length);
      const strike = (fault: Parameters<Faults['strike']>[0]) =>
        faults.strike(fault, { path: `${request.method} ${path}` });
      let status = 200;
      let answer: unknown;
      try {
        refuseByFault(strike, limits);
        requireCaller(request);
        const done = work(request, reply);
        status = done.status ?? 200;
        answer = done.body;
      } catch (refusal) {
        if (!(refusal instanceof GithubApiError)) throw refusal;
        ({ status } = refusal);
        answer = refusal.body();
        reply.headers(refusal.headers);
      }
      ledger.push({ at: new Date(clock.real()).toISOString(), method: request.method, path, status });
      ledger = ledger.slice(-maxLedgerLength);
      if (spoilAnswer(strike, reply)) return reply;
      if (!reply.hasHeader('x-ratelimit-limit')) reply.headers(limits.headers());
      const etag = `W/"${createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 40)}"`;
      if (request.method === 'GET' && status === 200) {
        reply.header('etag', etag);
        if (request.headers['if-none-match'] === etag) {
          limits.refund();
          return reply.headers(limits.headers()).code(304).send();
        }
      }
      return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(answer));
    };
  }

  function toLinks(query: Record<string, string>, page: number, pages: number): string {
    const to = (target: number, rel: string) =>
      `<${api}/issues?${new URLSearchParams({ ...query, page: String(target) }).toString()}>; rel="${rel}"`;
    return [
      ...(page > 1 ? [to(page - 1, 'prev'), to(1, 'first')] : []),
      ...(page < pages ? [to(page + 1, 'next'), to(pages, 'last')] : []),
    ].join(', ');
  }

  function routes(server: FastifyInstance): void {
    const base = `/github/repos/${repositoryName}`;
    server.get(
      `${base}/issues`,
      call((request, reply) => {
        const given = z.record(z.string(), z.string()).parse(request.query);
        const query = ListQuery.parse(given);
        const found = repository.list(query);
        const pages = Math.ceil(found.length / query.per_page);
        const link = toLinks(given, query.page, pages);
        if (link) reply.header('link', link);
        return { body: found.slice((query.page - 1) * query.per_page, query.page * query.per_page).map(toJson) };
      }),
    );
    server.post(
      `${base}/issues`,
      call((request, reply) => {
        limits.recordCreated();
        const wanted = NewIssue.parse(request.body);
        const mayLabel = !faults.strike('github-no-labels', { path: request.url });
        const issue = repository.create({ ...wanted, labels: mayLabel ? wanted.labels : [] }, author);
        const body = toJson(issue);
        reply.header('location', body.url);
        report('opened', issue);
        return { status: 201, body };
      }),
    );
    server.get(
      `${base}/issues/:number`,
      call((request) => ({ body: toJson(requireIssue(request)) })),
    );
    server.patch(
      `${base}/issues/:number`,
      call((request) => {
        const before = { ...requireIssue(request) };
        const issue = repository.change(requireIssue(request), IssueChange.parse(request.body));
        report(before.state === issue.state ? 'edited' : issue.state === 'closed' ? 'closed' : 'reopened', issue);
        return { body: toJson(issue) };
      }),
    );
    server.get(
      `${base}/labels`,
      call(() => ({ body: repository.labels().map((name) => labelJson(name, api)) })),
    );
    server.post(
      `${base}/labels`,
      call((request, reply) => {
        const { name } = z.object({ name: z.string() }).parse(request.body);
        repository.addLabel(name);
        const body = labelJson(name, api);
        reply.header('location', body.url);
        return { status: 201, body };
      }),
    );
    installationRoutes(server, { installation, base });
    server.all('/github/*', (_request, reply) => reply.code(404).send({ message: 'Not Found' }));

    server.get(`/github.com/${repositoryName}/issues`, (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(renderIssues(repositoryName, repository.all())),
    );
    server.get(`/github.com/${repositoryName}/issues/:number`, (request, reply) => {
      const issue = findIssue(request);
      if (!issue) return reply.callNotFound();
      return reply.type('text/html; charset=utf-8').send(renderIssue(repositoryName, issue));
    });
    server.get('/_sandbox/github', () => ({ issues: repository.all(), ledger, deliveries: webhook.deliveries() }));
    server.delete('/_sandbox/github/ledger', () => {
      ledger = [];
      return { success: true };
    });
  }

  return {
    routes,
    environment: {
      GITHUB_TOKEN: token,
      GITHUB_REPOSITORY: repositoryName,
      GITHUB_API_BASE_URL: `${origin}/github`,
      GITHUB_WEBHOOK_SECRET: webhookSecret,
    },
  };
}
