import { featureDirections } from './tools/feature-directions.mjs';

const feature = (name, app = '(server|web)') => `^apps/${app}/src/features/${name}/`;
const network = '^apps/server/src/networks/[^/]+/';
const registry = '^apps/server/src/networks/(networks|commands)\\.ts$';
const pure = '(/formulas/|rules\\.ts$|/platform/backoff\\.ts$)';
const forbid = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    // `~world` and `~flags` are made by the build's plugins; the other package contains only types.
    forbid(
      'every import resolves',
      {},
      { couldNotResolve: true, pathNot: '^(~(world|flags)|@octokit/openapi-types)$' },
    ),
    forbid('no cycles', {}, { circular: true }),
    forbid('the contract knows nobody', { path: '^packages/contract/' }, { path: '^(apps|packages/presentation)/' }),
    forbid(
      'shapes that all features use know none of the others',
      { path: '^packages/contract/src/(accounts/|[^/]+$)', pathNot: '/(index|batch)\\.ts$' },
      { path: '^packages/contract/src/[^/]+/', pathNot: '/accounts/' },
    ),
    forbid('presentation knows only the contract', { path: '^packages/presentation/' }, { path: '^apps/' }),
    forbid(
      'apps never meet',
      { path: '^apps/([^/]+)/', pathNot: '^apps/server/test/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'tests start only the sandbox',
      { path: '^apps/server/test/' },
      { path: '^apps/', pathNot: '^apps/(server|sandbox)/' },
    ),
    forbid('apps do not import journeys or benchmarks', { path: '^(apps|packages)/' }, { path: '^(e2e|bench|tools)/' }),
    forbid('journeys use the program, not its parts', { path: '^e2e/' }, { path: '^(apps/(server|web)/src|bench)/' }),
    forbid('the sandbox is not us', { path: '^apps/sandbox/' }, { path: '^packages/' }),
    forbid(
      'lower layers know no feature',
      { path: '/src/(platform|ui|database|clients|config|metrics)/', pathNot: '\\.test\\.tsx?$' },
      { path: '/src/(features|networks|app)/|/src/app\\.ts$' },
    ),
    forbid(
      'only the registry knows the networks',
      { path: '^apps/server/src/', pathNot: [network, registry, '\\.test\\.ts$'] },
      { path: network },
    ),
    forbid(
      'features see a network only as a port',
      { path: feature('[^/]+', 'server'), pathNot: '\\.test\\.ts$' },
      { path: registry },
    ),
    forbid(
      'networks do not know each other',
      { path: '^apps/server/src/networks/([^/]+)/' },
      { path: network, pathNot: '/networks/$1/' },
    ),
    forbid(
      'networks use features only by their face',
      { path: network, pathNot: '\\.test\\.ts$' },
      { path: feature('[^/]+', 'server'), pathNot: '/(index|[\\w-]*rules)\\.ts$' },
    ),
    forbid(
      'a command is loaded when it is run',
      { path: '^apps/server/src/(main|networks/commands)\\.ts$' },
      {
        dynamic: false,
        path: '^apps/server/src/',
        pathNot: '/src/config/|/cli/cli-error|/database/explain-error|/networks/commands',
      },
    ),
    forbid('looks load nothing', { path: '^apps/web/src/ui/' }, { path: '^apps/web/src/platform/(call|query-client)' }),
    forbid(
      'pure code waits for nothing',
      { path: pure, pathNot: '\\.test\\.ts$' },
      { pathNot: `(^packages/contract/|/database/tables/|^apps/server/src/metrics/|node_modules/ml-matrix/|${pure})` },
    ),
    forbid(
      'another feature only by its face',
      { path: feature('([^/]+)') },
      { path: feature('[^/]+'), pathNot: [feature('$2'), '/features/[^/]+/(index|[\\w-]+\\.fixtures)\\.tsx?$'] },
    ),
    ...Object.entries(featureDirections).flatMap(([app, features]) =>
      Object.entries(features).map(([name, allowed]) =>
        forbid(
          `${name} uses only its list in ${app}`,
          { path: `^apps/${app}/src/(features|networks)/${name}/`, pathNot: '\\.test\\.tsx?$' },
          { path: feature('[^/]+', app), pathNot: feature(`(${[name, ...allowed].join('|')})`, app) },
        ),
      ),
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|^apps/server/real/bluesky-network/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
