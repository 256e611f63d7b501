import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MailContent } from './mail-content.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

const toContent = (text: string): MailContent => ({
  subject: text,
  summary: text,
  title: text,
  blocks: [
    { kind: 'text', text },
    { kind: 'sentences', sentences: [text] },
    {
      kind: 'figures',
      title: text,
      figures: [{ label: text, value: text, change: text, direction: 'up' }],
      note: text,
    },
    { kind: 'links', title: text, links: [{ title: text, detail: text, url: 'https://tidemark.test/?a=1&b=2' }] },
    { kind: 'button', label: text, url: 'https://tidemark.test/' },
  ],
  reason: text,
  unsubscribe: { pageUrl: 'https://tidemark.test/u', oneClickUrl: 'https://tidemark.test/o' },
});
const countTags = (html: string) => html.match(/<[a-z!/]/gi)?.length;
const hostile = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '<img src=x onerror=alert(1)>',
      '"><script>',
      '</td></table>',
      '\u202egnp.exe',
      'a\r\nBcc: b@c.test',
    ),
  )
  .map((text) => `x${text}`);

it('never renders account names or captions as markup', () => {
  const expected = countTags(renderHtml(toContent('plain')));

  fc.assert(
    fc.property(hostile, (text) => {
      expect(countTags(renderHtml(toContent(text)))).toBe(expected);
    }),
  );
});

it('keeps every text on its own line, in its own direction', () => {
  const lines = renderText(toContent('plain')).split('\n').length;

  fc.assert(
    fc.property(hostile, (text) => {
      const rendered = renderText(toContent(text));
      expect(rendered.split('\n')).toHaveLength(lines);
      expect(rendered + renderHtml(toContent(text))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

it('loads nothing when opened, and adapts to dark and narrow screens', () => {
  const html = renderHtml(toContent('plain'));

  expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|src=|@import/i);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(html).not.toMatch(/[^-]width[:=]"?\d{3,}px/);
});
