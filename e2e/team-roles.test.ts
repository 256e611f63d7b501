import { expect, it } from 'vitest';
import { movePointer } from './browser.ts';
import { setUpOwnTidemark, tidemark } from './seeded-tidemark.ts';
import { accept, invite, openTeam, signInAsOwner } from './team-journey.ts';
import { walkControls } from './walk-controls.ts';

setUpOwnTidemark();

const paths = [
  '/?preset=last-28-days',
  '/?tab=post-insights',
  '/posts?preset=last-90-days&view=list',
  '/peers',
  '/labels',
  '/reports',
  '/reports?report=new',
  '/account/17841402392374900',
  '/best-time',
  '/compare',
  '/profile?tab=team',
  '/profile?tab=notifications',
  '/profile?tab=sharing',
];
/** Changes the workspace, or opens a form that does. The profile's own controls concern the person. */
const writes =
  /^\/(?!profile).*?: (new|create|edit|delete|remove (?!filter)|change|save|add|annotate|label (this|posts)|labels of|test this|refresh|mark all|send|duplicate|share|link|unlink)\b/i;

const patience = 480_000;

it.each([
  ['viewer', { role: 'Viewer' }, 'fiona@sandbox.test', 'Free Fiona Marsh'],
  ['client', { role: 'Client', account: 'Fjordlys Kitchen' }, 'theo@sandbox.test', 'Theo Okafor'],
])(
  'shows a %s no control that the server refuses',
  async (_, grant, email, name) => {
    const owner = await signInAsOwner();
    await openTeam(owner);
    const { page } = await accept(await invite(owner, email, grant), name);
    await movePointer(page);
    const post = await page.locator('main a[href*="/post/"]').first().getAttribute('href');

    const { shown, refused } = await walkControls(page, tidemark.url, [...paths, post ?? '/no-post']);

    expect(refused).toEqual([]);
    expect([...shown].filter((control) => writes.test(control))).toEqual([]);
  },
  patience,
);
