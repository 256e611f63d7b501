// `npm run screenshots`: every screen in its sizes, themes and states, as PNG in `screenshots/`.
// `npm run screenshots -- profile roadmap` takes only the screens whose name starts so.
import path from 'node:path';
import { buildWeb, install, pinnedNode, requireNode, root, run } from './prepare.mjs';

requireNode();
await install();
await buildWeb();
await run(
  pinnedNode,
  ['--disable-warning=ExperimentalWarning', path.join(root, 'e2e', 'screenshots.ts'), ...process.argv.slice(2)],
  { failure: 'The screenshots are not complete' },
);
