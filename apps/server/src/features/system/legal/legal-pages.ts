import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { sendUnlessKnown } from '../../../platform/http/send-unless-known.ts';
import { type Chapter, type LegalFacts, writePrivacy, writeTerms } from './legal-text.ts';

const pages = [
  { path: '/privacy', title: 'Privacy', write: writePrivacy },
  { path: '/terms', title: 'Terms', write: writeTerms },
];

/** Serves both pages to everybody, without scripts, because Meta’s reviewers and crawlers read them. */
export function serveLegalPages(server: FastifyInstance, facts: LegalFacts): void {
  for (const page of pages) {
    const text = toPage(page.title, page.write(facts), facts);
    server.get(page.path, { schema: { hide: true } }, (request, reply) =>
      sendUnlessKnown(request, reply, { type: 'text/html; charset=utf-8', text }),
    );
  }
}

function toPage(title: string, chapters: Chapter[], { operator, appUrl }: LegalFacts): string {
  const others = pages.filter((page) => page.title !== title).map((page) => `<a href="${page.path}">${page.title}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${escapeHtml(operator.name)}</title>
<link rel="icon" href="/icon.svg">
<style>${style}</style>
</head>
<body>
<header><a href="/">Tidemark</a><nav aria-label="Legal">${others.join('')}</nav></header>
<main>
<h1>${title}</h1>
<p>For ${escapeHtml(new URL(appUrl).host)}, a site for social-media analytics.</p>
${chapters.map(toSection).join('\n')}
</main>
</body>
</html>`;
}

function toSection({ title, parts }: Chapter): string {
  return `<section><h2>${escapeHtml(title)}</h2>${parts.map(toPart).join('')}</section>`;
}

function toPart(part: string | string[]): string {
  return typeof part === 'string'
    ? `<p>${escapeHtml(part)}</p>`
    : `<ul>${part.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

/** The web app's colours; no web font, so that the page is one response. */
const style = `
:root { color-scheme: light dark; --ink: light-dark(#16143a, #f3f2fc); --soft: light-dark(#4f4c70, #b4b3d0); --pri: light-dark(#5146e5, #8f86ff); }
body { margin: 0; color: var(--ink); background: light-dark(#f3f1fb, #0a0c18); font: 16px/1.6 'Figtree Variable', Figtree, system-ui, sans-serif; }
header, main { max-width: 42rem; margin: 0 auto; padding: 24px 20px; }
header { display: flex; justify-content: space-between; gap: 16px; }
header > a { color: inherit; font-weight: 700; text-decoration: none; }
main { padding-bottom: 80px; }
h1 { margin: 16px 0 0; font-size: 2rem; line-height: 1.2; }
h1 + p, li, section p { color: var(--soft); }
h2 { margin: 2rem 0 0.5rem; font-size: 1.15rem; }
p { margin: 0.5rem 0; white-space: pre-line; overflow-wrap: anywhere; }
ul { margin: 0.5rem 0; padding-left: 1.2rem; }
li { margin: 0.35rem 0; overflow-wrap: anywhere; }
a { color: var(--pri); }
:focus-visible { outline: 2px solid var(--pri); outline-offset: 3px; border-radius: 4px; }
`;
