// `npm start`: from a fresh clone to a running server.
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
// A terminal signals the server directly; a supervisor signals only us. The server treats both as one signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
