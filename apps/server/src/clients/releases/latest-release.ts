import { cutText } from '@tidemark/contract';
import { z } from 'zod';
import { cappedFetch } from '../../platform/outbound/capped-fetch.ts';

export interface Release {
  version: string;
  url: string;
  /** Release notes as Markdown. */
  notes: string;
  publishedAt: Date;
}

const patienceMillis = 10_000;
const maxNotesLength = 20_000;

/** GitHub's response to `GET /repos/{owner}/{repo}/releases/latest` in its REST API, version 2022-11-28. */
const Answer = z.object({
  tag_name: z
    .string()
    .regex(/^v?\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/)
    .max(60),
  html_url: z.url({ protocol: /^https?$/ }).max(2_000),
  body: z
    .string()
    .nullish()
    .transform((text) => cutText((text ?? '').replaceAll('\0', ''), { maxUnits: maxNotesLength })),
  published_at: z.iso.datetime({ offset: true }),
});

/**
 * Returns the newest release at an address that answers as GitHub does; null if there is none yet. Sends nothing about
 * this installation but its version. Throws when the address does not answer, or answers something else.
 */
export async function fetchLatestRelease(
  address: string,
  { version, signal }: { version: string; signal: AbortSignal },
): Promise<Release | null> {
  const answer = await cappedFetch(patienceMillis)(address, {
    signal,
    headers: { accept: 'application/vnd.github+json', 'user-agent': `Tidemark/${version}` },
  });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`The address of releases answered with ${answer.status}`);
  const { tag_name: tag, html_url: url, body: notes, published_at: at } = Answer.parse(await answer.json());
  return { version: tag.replace(/^v/, ''), url, notes, publishedAt: new Date(at) };
}
