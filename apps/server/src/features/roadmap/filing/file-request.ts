import type { Github } from '../../../clients/github/github.ts';
import { GithubFailure } from '../../../clients/github/github-failure.ts';
import type { Issue } from '../../../clients/github/issue.ts';
import type { Database } from '../../../database/database.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log/log.ts';
import { toIssueBody, toIssueTitle, toMarker, withoutName } from '../issue-text.ts';
import type { RequestRow } from '../queries.ts';
import { filedPerHour, labels, nextAttempt } from '../rules.ts';
import { claimAttempt, countFiled, deleteRequest, markFiled, markUnnamed, postponeAttempt } from './queries.ts';

export interface FilingNeeds {
  db: Database;
  github: Github;
  clock: Clock;
  log: Log;
}

/**
 * One attempt to bring a request to GitHub, or to take the name of a user who has gone out of its issue. Whoever else
 * comes for the same one meanwhile gets nothing to do. Returns when GitHub wants to be left alone until, if it does.
 */
export async function attemptRequest(needs: FilingNeeds, requestId: number): Promise<Date | null> {
  const { db, github, clock, log } = needs;
  const row = await claimAttempt(db, requestId, { now: clock(), repository: github.repository });
  if (!row) return null;
  try {
    if (row.issue_number !== null) await unname(needs, row, row.issue_number);
    else await file(needs, row);
    return null;
  } catch (error) {
    if (!(error instanceof GithubFailure)) throw error;
    log.warn({ err: error, requestId, attempt: row.attempts }, 'A feature request could not be brought to GitHub');
    await postponeAttempt(db, requestId, nextAttempt(row.attempts, clock(), error.until));
    return error.until;
  }
}

async function file({ db, github, clock, log }: FilingNeeds, row: RequestRow): Promise<void> {
  const { repository } = github;
  const found = row.attempts > 1 ? await findIssue(github, row) : null;
  if (!found) {
    // Who has gone asked for nothing that is not out there yet.
    if (row.unnamed_due) return deleteRequest(db, row.request_id);
    if ((await countFiled(db, repository, clock())) >= filedPerHour)
      return postponeAttempt(db, row.request_id, new Date(clock().getTime() + 600_000));
  }
  const issue = found ?? (await github.createIssue(toIssue(row)));
  // GitHub drops the labels of a token that may not set them, and says nothing.
  if (!issue.labels.includes(labels.request))
    log.warn({ issue: issue.number }, 'A new issue has no label: the token needs the right to write issues');
  await markFiled(db, row.request_id, { repository, issue, now: clock() });
}

/** An attempt before may have done its work without our hearing of it. */
function findIssue(github: Github, row: RequestRow): Promise<Issue | null> {
  const clocksDiffer = 300_000;
  return github.findCreated(toMarker(row.marker), new Date(row.requested_at.getTime() - clocksDiffer));
}

async function unname({ db, github }: FilingNeeds, row: RequestRow, issueNumber: number): Promise<void> {
  const body = await github.readBody(issueNumber);
  const changed = withoutName(body);
  if (changed !== body) await github.saveBody(issueNumber, changed);
  await markUnnamed(db, row.request_id);
}

function toIssue(row: RequestRow): { title: string; body: string; labels: string[] } {
  const { description, name, user_id: userId, marker } = row;
  return {
    title: toIssueTitle(row.title),
    body: toIssueBody({ description, name, userId, marker }),
    labels: [labels.request],
  };
}
