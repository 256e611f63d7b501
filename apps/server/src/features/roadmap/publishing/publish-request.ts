import type { Github } from '../../../clients/github/github.ts';
import { GithubError } from '../../../clients/github/github-error.ts';
import type { Issue } from '../../../clients/github/issue.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { toIssueBody, toIssueTitle, toMarker, withoutName } from '../issue-text.ts';
import { getRequest, type RequestRow } from '../queries.ts';
import { filedPerHour, labels, nextAttempt } from '../rules.ts';
import {
  type ClaimedRequest,
  countFiled,
  deleteRequest,
  markAnonymised,
  markFiled,
  postponeAttempt,
  setRepository,
} from './queries.ts';

export interface PublishingDeps {
  db: Database;
  github: Github;
  clock: Clock;
  log: Log;
}

/**
 * Attempts once to create a claimed request's issue on GitHub, or to remove a deleted user's name from it. If GitHub
 * demands a wait, returns its end.
 */
export async function attemptRequest(deps: PublishingDeps, claimed: ClaimedRequest): Promise<Date | null> {
  const { db, clock, log } = deps;
  const { request_id: requestId, attempts } = claimed;
  try {
    const request = await getRequest(db, requestId);
    if (request.issue_number !== null) await anonymise(deps, request, request.issue_number);
    else await file(deps, request);
    return null;
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    log.warn({ err: error, requestId, attempt: attempts }, 'Could not publish a feature request to GitHub');
    await postponeAttempt(db, requestId, nextAttempt(attempts, clock(), error.until));
    return error.until;
  }
}

async function file({ db, github, clock, log }: PublishingDeps, row: RequestRow): Promise<void> {
  const { repository } = github;
  await setRepository(db, row.request_id, repository);
  const found = row.attempts > 1 ? await findIssue(github, row) : null;
  if (!found) {
    // A deleted user's requests are deleted if they have no issue yet.
    if (row.anonymise_pending) return deleteRequest(db, row.request_id);
    if ((await countFiled(db, repository, clock())) >= filedPerHour)
      return postponeAttempt(db, row.request_id, new Date(clock().getTime() + 600_000));
  }
  const issue = found ?? (await github.createIssue(toIssue(row)));
  // GitHub silently drops labels if the token lacks the permission to set them.
  if (!issue.labels.includes(labels.request))
    log.warn({ issue: issue.number }, 'A new issue has no label; the token needs write access to issues');
  await markFiled(db, row.request_id, { repository, issue, now: clock() });
}

/** Finds an issue that an earlier attempt may have created although its response was lost. */
function findIssue(github: Github, row: RequestRow): Promise<Issue | null> {
  const clocksDiffer = 300_000;
  return github.findCreated(toMarker(row.marker), new Date(row.requested_at.getTime() - clocksDiffer));
}

async function anonymise({ db, github }: PublishingDeps, row: RequestRow, issueNumber: number): Promise<void> {
  const body = await github.readBody(issueNumber);
  const changed = withoutName(body);
  if (changed !== body) await github.saveBody(issueNumber, changed);
  await markAnonymised(db, row.request_id);
}

function toIssue(row: RequestRow): { title: string; body: string; labels: string[] } {
  const { description, name, user_id: userId, marker } = row;
  return {
    title: toIssueTitle(row.title),
    body: toIssueBody({ description, name, userId, marker }),
    labels: [labels.request],
  };
}
