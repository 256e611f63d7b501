export interface MailFigure {
  label: string;
  /** With its approximation mark. */
  value: string;
  change: string | null;
  direction: 'up' | 'down' | null;
}

export type MailBlock =
  | { kind: 'text'; text: string }
  | { kind: 'sentences'; sentences: readonly string[] }
  | { kind: 'figures'; title: string; figures: readonly MailFigure[]; note: string | null }
  | { kind: 'links'; title: string; links: readonly { title: string; detail: string; url: string }[] }
  | { kind: 'button'; label: string; url: string };

/** A message without its looks: both its HTML and its text are made of it. */
export interface MailContent {
  subject: string;
  /** What mail programs show beside the subject. */
  summary: string;
  title: string;
  blocks: readonly MailBlock[];
  /** Why the reader received it. */
  reason: string;
  /** How a recipient ends the subscription; absent in mail about an account. */
  unsubscribe?: { pageUrl: string; oneClickUrl: string };
}

/** Names and captions are others' texts: one line, without characters that change the direction of what follows. */
export function toLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, '')
    .trim();
}
