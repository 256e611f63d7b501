export interface MailFigure {
  label: string;
  /** Includes its approximation mark. */
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

/** A message without its layout: both its HTML and its text are rendered from it. */
export interface MailContent {
  subject: string;
  /** Preview text that mail programs show beside the subject. */
  summary: string;
  title: string;
  blocks: readonly MailBlock[];
  /** Reason why the recipient received it. */
  reason: string;
  /** Links that end the subscription; absent in mail about an account. */
  unsubscribe?: { pageUrl: string; oneClickUrl: string };
}

/** Makes user-written names and captions safe: one line, without characters that change the direction of later text. */
export function toLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\p{Cs}]/gu, '')
    .trim();
}
