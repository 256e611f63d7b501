import type { Tidemark } from './tidemark-process.ts';

interface Account {
  id: string;
  name: string;
  username: string;
  insightsSince: string;
}

export interface Day {
  day: string;
  views: number;
  reach: number;
  totalInteractions: number;
  comments: number;
  saves: number;
  shares: number;
  follows: number;
  accountsEngaged: number;
  followersEnd: number;
  cells: {
    viewsByFollowType: Record<string, number>;
    reachByFollowType: Record<string, number>;
    views: Record<string, number>;
  };
}

export interface Media {
  id: string;
  kind: string;
  day: string;
  publishedAt: string;
  caption: string | null;
  totals: { reach: number; totalInteractions: number };
}

async function ask<T>({ sandboxUrl }: Tidemark, path: string): Promise<T> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/${path}`);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T; // the sandbox's format
}

/** Returns the real data for a person's accounts, from the sandbox's control API. */
export async function accountsOf(tidemark: Tidemark, email: string): Promise<Account[]> {
  const { people } = await ask<{ people: { email: string; accounts: Account[] }[] }>(tidemark, 'world');
  return people.find((person) => person.email === email)?.accounts ?? [];
}

export async function trueDays(tidemark: Tidemark, accountId: string, from: string, to: string): Promise<Day[]> {
  return (await ask<{ days: Day[] }>(tidemark, `world/accounts/${accountId}/days?from=${from}&to=${to}`)).days;
}

export async function trueMedia(tidemark: Tidemark, accountId: string): Promise<Media[]> {
  return (await ask<{ media: Media[] }>(tidemark, `world/accounts/${accountId}/media`)).media;
}

/** Returns other accounts' posts that list an account as their collaborator. */
export async function trueCollaborations(tidemark: Tidemark, accountId: string): Promise<Media[]> {
  return (await ask<{ collaborativeMedia: Media[] }>(tidemark, `world/accounts/${accountId}/media`)).collaborativeMedia;
}

export function trueWindow(
  tidemark: Tidemark,
  accountId: string,
  endDay: string,
  days: number,
): Promise<{ reach: number; nonFollowerReach: number; engaged: number }> {
  return ask(tidemark, `world/accounts/${accountId}/windows?endDay=${endDay}&days=${days}`);
}

interface Cell {
  values: string[];
  count: number;
}

export function trueDemographics(
  tidemark: Tidemark,
  accountId: string,
): Promise<{ followers: { country: Cell[]; city: Cell[]; 'age,gender': Cell[] } }> {
  return ask(tidemark, `world/accounts/${accountId}/demographics`);
}

export function daysAgo(count: number): string {
  return new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
}

const instagramDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });

/**
 * Returns a day in the time zone of Instagram's insights: 0 is still running and 1 is closed, which the viewer's
 * yesterday may not be.
 */
export function instagramDaysAgo(count: number): string {
  const today = Date.parse(`${instagramDay.format(new Date())}T00:00:00Z`);
  return new Date(today - count * 86_400_000).toISOString().slice(0, 10);
}
