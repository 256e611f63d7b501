import { expect, it } from 'vitest';
import { closedPage, toSharedPage } from './shared-page.ts';

const html = '<html>\n  <head>\n    <title>Tidemark</title>\n  </head>\n</html>';

it('names nothing without a title, and is never indexed', () => {
  const page = toSharedPage(html, closedPage);

  expect(page).toContain('<title>Tidemark</title>');
  expect(page).toContain('<meta name="robots" content="noindex, nofollow" />');
  expect(page).not.toContain('og:');
});

it('writes any title into the page as text', () => {
  const page = toSharedPage(html, { isEmbeddable: false, title: `"><script>alert(1)</script>$& $' 週報` });

  const named = `&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp; $' 週報`;
  expect(page).toContain(`<title>${named} · Tidemark</title>`);
  expect(page).toContain(`<meta property="og:title" content="${named}" />`);
  expect(page).toContain('<meta property="og:description" content="Instagram analytics, shared with Tidemark" />');
  expect(page).toContain('<meta name="robots" content="noindex, nofollow" />');
  expect(page).not.toContain('<script>');
});
