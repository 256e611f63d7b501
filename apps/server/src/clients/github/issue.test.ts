import { expect, it } from 'vitest';
import { toIssue } from './issue.ts';

it('makes every text in an issue storable', () => {
  const issue = toIssue({
    number: 1,
    title: 'NUL \0 inside',
    body: 'cut \ud83d',
    state: 'open',
    labels: ['a\0', { name: 'b\ud83d' }],
    created_at: '2026-11-26T00:00:00Z',
    html_url: 'https://github.com/tidemark/roadmap/issues/1',
    user: { login: 'mona\0' },
  });

  expect(issue).toMatchObject({ title: 'NUL  inside', body: 'cut \ufffd', labels: ['a', 'b\ufffd'], author: 'mona' });
});
