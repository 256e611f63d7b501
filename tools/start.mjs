// `npm start`: from a fresh clone to an address that answers.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildWeb, install, pinnedEnvironment, pinnedNode, requireNode, root } from './prepare.mjs';

requireNode();
await install();
await buildWeb();

const program = path.join(root, 'apps', 'server', 'src', 'main.ts');
const server = spawn(pinnedNode, ['--disable-warning=ExperimentalWarning', program, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...pinnedEnvironment() },
});
// A terminal tells the server itself; a supervisor tells only us. The server takes both for one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
