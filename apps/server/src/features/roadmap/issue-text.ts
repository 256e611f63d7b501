const longestTitle = 256;
const nothing = '\u200B';
const footer = '\n\n---\nRequested by ';

export interface Submission {
  description: string;
  /** Null for somebody who has gone. */
  name: string | null;
  userId: string | null;
  marker: string;
}

/** A title that mentions nobody and refers to nothing. */
export function toIssueTitle(title: string): string {
  const inert = toInert(title);
  return inert.length > longestTitle ? `${inert.slice(0, longestTitle - 1)}…` : inert;
}

/**
 * What a person wrote, in a block that GitHub shows as it stands: no link, picture, HTML or mention in it comes alive,
 * and no text can end it, because its fence is longer than any run of backticks within.
 */
export function toIssueBody({ description, name, userId, marker }: Submission): string {
  const longestRun = Math.max(0, ...[...description.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longestRun + 1));
  return `${fence}text\n${toInert(description)}\n${fence}${toFooter(name, userId)}\n\n${toMarker(marker)}\n`;
}

/** By this an issue of ours is known again. */
export function toMarker(marker: string): string {
  return `<!-- tidemark-request ${marker} -->`;
}

export function isOurs(body: string): boolean {
  return /<!-- tidemark-request [\w-]+ -->\s*$/.test(body);
}

/** The same issue without who asked; whatever else was changed in it stays. */
export function withoutName(body: string): string {
  const at = body.lastIndexOf(footer);
  if (at < 0) return body;
  const end = body.indexOf('\n', at + footer.length);
  return `${body.slice(0, at)}${toFooter(null, null)}${end < 0 ? '' : body.slice(end)}`;
}

/** The text of an issue for people; ours is taken out of its block. */
export function toReadable(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  const ours = /^(`{3,})text\n([^]*?)\n\1(?:\n|$)/.exec(lines)?.[2];
  return (ours ?? lines.replaceAll(/<!--[^]*?-->/g, '')).replaceAll(nothing, '').trim();
}

function toFooter(name: string | null, userId: string | null): string {
  return `${footer}${toCode(name ?? 'Anonymous')}, user ID ${toCode(userId ?? 'unknown')}`;
}

function toCode(text: string): string {
  return `\`${toInert(text).replaceAll(/[`\s]+/g, ' ')}\``;
}

/** Mentions, references and addresses are broken by a character that nobody sees. */
function toInert(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[@#]/g, `$&${nothing}`)
    .replaceAll(/\bGH-(?=\d)/gi, `$&${nothing}`)
    .replaceAll('://', `:${nothing}//`)
    .replaceAll(/\bwww\./gi, `www${nothing}.`);
}
