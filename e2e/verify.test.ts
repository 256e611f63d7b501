import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  newPlaces,
  removePlaces,
  runToEnd,
  startTidemark,
  type Places,
  type Tidemark,
} from '../apps/server/test/program/tidemark-process.ts';

let places: Places;
let tidemark: Tidemark;

beforeAll(async () => {
  places = await newPlaces();
  tidemark = await startTidemark(places);
});
afterAll(async () => {
  await tidemark.stop();
  await removePlaces(places);
});

// Edgar's login ends after seeding, which a quick test finishes before.
const edgarAccounts = ['voss.garten', 'voss.press'];

function listUnverified(output: string): string[] {
  return [...output.matchAll(/@([\w.]+) {2}could not be verified/g)].map(([, username = '']) => username);
}

it("compares stored data with Instagram's while Tidemark is running", async () => {
  const { code, output } = await runToEnd(places, {}, ['verify', '--days', '7']);

  expect(output).toMatch(
    /^1784\d+ @[\w.]+ {2}no differences: \d+ compared, \d+ changed since the sync, 0 known gaps; \d+ calls/m,
  );
  expect(output).not.toContain('differ:');
  const unverified = listUnverified(output);
  expect(edgarAccounts).toEqual(expect.arrayContaining(unverified));
  expect(code).toBe(unverified.length > 0 ? 2 : 0);
});

it('prints the verification results as JSON', async () => {
  const { code, output } = await runToEnd(places, {}, ['verify', '--json', '--days', '1']);
  const reports = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { outcome: string; username: string; differences: unknown[] });

  const unverified = reports.filter(({ outcome }) => outcome === 'unverified').map(({ username }) => username);
  expect(edgarAccounts).toEqual(expect.arrayContaining(unverified));
  expect(code).toBe(unverified.length > 0 ? 2 : 0);
  expect(reports.filter(({ outcome }) => outcome === 'same').length).toBeGreaterThan(0);
  expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
});

it.each([
  [['verify', '--days', '0'], 'Usage: tidemark verify'],
  [['verify', '--day'], 'Usage: tidemark verify'],
  [['verify', '--account', '17841499999999999'], 'Account 17841499999999999 not found.'],
])('explains in one sentence what is wrong with %j', async (args, sentence) => {
  const { code, output } = await runToEnd(places, {}, args);

  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toContain(sentence);
});
