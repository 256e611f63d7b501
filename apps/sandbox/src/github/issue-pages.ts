import { html } from '../html.ts';
import { page } from '../page-frame.ts';
import type { StoredIssue } from './issue-book.ts';

const style = `
main{--wide:860px}
body{place-items:start center}
.card{padding:8px 22px;margin-top:16px}
ul{list-style:none;margin:0;padding:0}
li{padding:12px 0;border-bottom:1px solid var(--line)}
li:last-child{border:0}
li a{font-weight:600;text-decoration:none}
.label{font-size:12px;padding:1px 9px;border-radius:99px;background:var(--soft);color:var(--pri);margin-inline-start:6px}
small{color:var(--ink2)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,monospace}
`;

export function renderIssues(repository: string, issues: readonly StoredIssue[]): string {
  return page({
    title: `Issues · ${repository}`,
    style,
    body: html`
      <div class="note">Sandbox: GitHub</div>
      <h1>${repository}</h1>
      <p>Issues and pull requests, newest first.</p>
      <section class="card">
        <ul>
          ${issues.toReversed().map(
            (issue) =>
              html`<li>
                <a href="/github.com/${repository}/issues/${issue.number}">${issue.title}</a>
                ${issue.labels.map((label) => html`<span class="label">${label}</span>`)}
                <br /><small>${toSummary(issue)}</small>
              </li>`,
          )}
        </ul>
      </section>
    `,
  });
}

/** Shows the body as sent; rendering Markdown is up to GitHub. */
export function renderIssue(repository: string, issue: StoredIssue): string {
  return page({
    title: `${issue.title} · #${issue.number}`,
    style,
    body: html`
      <div class="note">Sandbox: GitHub</div>
      <p><a href="/github.com/${repository}/issues">${repository}</a></p>
      <h1>${issue.title}</h1>
      <p>
        <small>${toSummary(issue)}</small> ${issue.labels.map((label) => html`<span class="label">${label}</span>`)}
      </p>
      <section class="card"><pre>${issue.body ?? ''}</pre></section>
    `,
  });
}

function toSummary({ number, state, stateReason, author, createdAt, isPullRequest }: StoredIssue): string {
  const kind = isPullRequest ? 'Pull request' : 'Issue';
  const end = state === 'closed' ? `, closed as ${(stateReason ?? 'completed').replaceAll('_', ' ')}` : '';
  return `${kind} #${number} by ${author}, ${createdAt.slice(0, 10)}${end}`;
}
