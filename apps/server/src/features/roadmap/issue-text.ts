import { cutText } from '@tidemark/contract';

// GitHub's limit.
const maxTitleLength = 256;
const nothing = '\u200B';
const footer = '\n\n---\nRequested by ';

export interface Submission {
  description: string;
  /** Null for a deleted user. */
  name: string | null;
  userId: string | null;
  marker: string;
}

/** Returns a title without mentions and references. */
export function toIssueTitle(title: string): string {
  const inert = toInert(title);
  return inert.length > maxTitleLength ? `${cutText(inert, { maxUnits: maxTitleLength - 1 })}…` : inert;
}

/**
 * Puts the user's text in a code block, so that GitHub renders no link, image, HTML or mention. The fence is longer
 * than any run of backticks in the text, so that the text cannot end it.
 */
export function toIssueBody({ description, name, userId, marker }: Submission): string {
  const findLongestRun = Math.max(0, ...[...description.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, findLongestRun + 1));
  return `${fence}text\n${toInert(description)}\n${fence}${toFooter(name, userId)}\n\n${toMarker(marker)}\n`;
}

/** Returns a marker that identifies an issue we created. */
export function toMarker(marker: string): string {
  return `<!-- tidemark-request ${marker} -->`;
}

export function isOurs(body: string): boolean {
  return /<!-- tidemark-request [\w-]+ -->\s*$/.test(body);
}

/** Returns the same text without the user's name; other edits stay. */
export function withoutName(body: string): string {
  const at = body.lastIndexOf(footer);
  if (at < 0) return body;
  const end = body.indexOf('\n', at + footer.length);
  return `${body.slice(0, at)}${toFooter(null, null)}${end < 0 ? '' : body.slice(end)}`;
}

/** Returns an issue's text for display; text that we submitted is unwrapped from its block. */
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

/** Breaks mentions, references and URLs with an invisible character. */
function toInert(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[@#]/g, `$&${nothing}`)
    .replaceAll(/\bGH-(?=\d)/gi, `$&${nothing}`)
    .replaceAll('://', `:${nothing}//`)
    .replaceAll(/\bwww\./gi, `www${nothing}.`);
}
