// Allowed imports between features: on the server, `uses` in the feature.ts of each feature and network; in the web app,
// the list below.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const declared = /\bname: '([\w-]+)',\s+uses: \[([^\]]*)\]/;

const server = Object.fromEntries(
  globSync('apps/server/src/{features,networks}/*/feature.ts', { cwd: root }).map((file) => {
    const [, name, uses] = declared.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
    if (name === undefined) throw new Error(`${file} declares no name and uses`);
    return [name, uses.match(/[\w-]+/g) ?? []];
  }),
);

/** From the bottom up: a feature uses only features that come before it. */
const web = {
  accounts: [],
  'api-keys': [],
  auth: [],
  mail: [],
  roadmap: ['auth'],
  subscription: [],
  alerts: ['accounts', 'mail'],
  connections: ['accounts', 'subscription'],
  digests: ['accounts', 'mail'],
  live: ['accounts'],
  profile: ['accounts', 'auth', 'subscription'],
  periods: ['accounts'],
  exports: ['accounts', 'periods'],
  metrics: ['accounts', 'periods'],
  annotations: ['accounts', 'metrics', 'periods'],
  'best-time': ['accounts', 'exports', 'metrics', 'periods'],
  labels: ['accounts', 'exports', 'metrics', 'periods'],
  peers: ['accounts', 'connections', 'exports', 'periods'],
  comparison: ['accounts', 'annotations', 'exports', 'metrics', 'periods'],
  posts: ['accounts', 'annotations', 'connections', 'exports', 'labels', 'metrics', 'periods'],
  audience: ['accounts', 'exports', 'metrics', 'periods', 'posts'],
  'post-insights': ['accounts', 'exports', 'labels', 'metrics', 'periods', 'posts'],
  // prettier-ignore
  overview: ['accounts', 'annotations', 'audience', 'exports', 'labels', 'metrics', 'periods', 'post-insights', 'posts'],
  reports: ['accounts', 'audience', 'comparison', 'labels', 'mail', 'metrics', 'overview', 'periods', 'posts'],
  workspaces: ['accounts', 'mail', 'reports'],
  credentials: ['auth', 'mail', 'workspaces'],
  shares: ['accounts', 'periods', 'reports'],
  admin: ['accounts', 'comparison', 'credentials', 'subscription'],
};
const webNames = Object.keys(web);
for (const folder of readdirSync(path.join(root, 'apps/web/src/features')))
  if (!webNames.includes(folder)) throw new Error(`${folder}, a feature of the web app, is not in the list`);
for (const [at, [name, uses]] of Object.entries(web).entries())
  for (const used of uses)
    if (!webNames.slice(0, at).includes(used)) throw new Error(`${name} uses ${used}, which does not come before it`);

/**
 * Folders of the contract whose shapes a feature of the web app names, besides its own and those of the features it uses.
 * Features with periods show figures, whose shapes are in one folder.
 */
const webShapes = {
  accounts: ['sync'],
  admin: ['analytics', 'audit', 'connections'],
  'api-keys': ['mcp'],
  connections: ['sync'],
  credentials: ['alerts', 'api-keys', 'shares'],
  exports: ['reports'],
  live: ['connections'],
  profile: ['analytics'],
  workspaces: ['connections'],
};
for (const name of webNames)
  if (name === 'periods' || web[name].includes('periods')) (webShapes[name] ??= []).push('analytics');

export const featureDirections = { server, web };
export { webShapes };
