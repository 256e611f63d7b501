import type { FeatureRequest, RoadmapFeature } from '@tidemark/contract';
import type { Issue } from '../../clients/github/issue.ts';
import { isOurs, toIssueTitle, toReadable } from './issue-text.ts';
import type { RequestRow } from './queries.ts';
import { isOpenRequest, roadmapStatus } from './rules.ts';

const order = ['in-progress', 'planned', 'completed'];

/** Lists current features first, then planned and completed ones, latest first. */
export function toFeatures(issues: Issue[]): RoadmapFeature[] {
  const features = issues.flatMap((issue) => {
    const status = roadmapStatus(issue);
    if (!status) return [];
    return [
      {
        id: issue.number,
        title: toReadable(issue.title),
        description: toReadable(issue.body),
        status,
        completedDate: status === 'completed' ? issue.closedAt : null,
        estimatedCompletion: status === 'completed' ? null : issue.dueAt,
      },
    ];
  });
  return features.toSorted(
    (one, other) => order.indexOf(one.status) - order.indexOf(other.status) || compareDates(one, other),
  );
}

function compareDates(one: RoadmapFeature, other: RoadmapFeature): number {
  if (one.completedDate && other.completedDate) return other.completedDate.localeCompare(one.completedDate);
  const undated = '9999';
  return (one.estimatedCompletion ?? undated).localeCompare(other.estimatedCompletion ?? undated);
}

/** Lists open requests: listed issues, and our rows that are not listed yet; newest first. */
export function toRequests(issues: Issue[], rows: RequestRow[], upvotes: Map<number, number>): FeatureRequest[] {
  const listed = new Set(issues.map(({ number }) => number));
  const toRow = new Map(rows.map((row) => [row.issue_number, row]));
  const countVotes = (id: number) => upvotes.get(id) ?? 0;
  return [
    ...rows
      .filter(({ issue_number: number }) => number === null || !listed.has(number))
      .map((row) => fromRow(row, row.issue_number ?? -row.request_id, countVotes)),
    ...issues.filter(isOpenRequest).map((issue) => fromIssue(issue, toRow.get(issue.number), countVotes)),
  ];
}

export function fromRow(row: RequestRow, id: number, countVotes: (id: number) => number): FeatureRequest {
  return {
    id,
    title: row.title,
    description: row.description,
    requestUser: row.name,
    requestedBy: row.name,
    requestedById: row.user_id,
    githubUrl: row.issue_url,
    dateRequested: row.requested_at.toISOString(),
    commentCount: 0,
    upvotes: countVotes(id),
  };
}

function fromIssue(issue: Issue, row: RequestRow | undefined, countVotes: (id: number) => number): FeatureRequest {
  const author = row || isOurs(issue.body) ? (row?.name ?? null) : issue.author;
  const isUnchanged = row && toIssueTitle(row.title) === issue.title;
  return {
    id: issue.number,
    title: isUnchanged ? row.title : toReadable(issue.title),
    description: toReadable(issue.body),
    requestUser: author,
    requestedBy: author,
    requestedById: row?.user_id ?? null,
    githubUrl: issue.url,
    dateRequested: issue.createdAt,
    commentCount: issue.comments,
    upvotes: countVotes(issue.number),
  };
}
