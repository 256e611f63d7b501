import { featureDirections } from './tools/feature-directions.mjs';

const feature = (name, app = '(server|web)') => `^apps/${app}/src/features/${name}/`;
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
      { path: '/src/(platform|ui|database|clients|config)/' },
      { path: '/src/(features|app)/|/src/app\\.ts$' },
    ),
    forbid(
      'a command is loaded when it is run',
      { path: '^apps/server/src/main\\.ts$' },
      { dynamic: false, path: '^apps/server/src/', pathNot: '/src/config/|/cli/cli-error|/database/explain-error' },
    ),
    forbid('looks load nothing', { path: '^apps/web/src/ui/' }, { path: '^apps/web/src/platform/(call|query-client)' }),
    forbid(
      'pure code waits for nothing',
      { path: pure, pathNot: '\\.test\\.ts$' },
      { pathNot: `(^packages/contract/|/database/tables/|node_modules/ml-matrix/|${pure})` },
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
          { path: feature(name, app), pathNot: '\\.test\\.tsx?$' },
          { path: feature('[^/]+', app), pathNot: feature(`(${[name, ...allowed].join('|')})`, app) },
        ),
      ),
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
