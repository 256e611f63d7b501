// `npm start`: from a fresh clone to a running server.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildWeb, install, isWebBuilt, pinnedEnvironment, pinnedNode, requireNode, root, run } from './prepare.mjs';

requireNode();
await install({ onlyRunning: true });

// Node 24 lets short-lived objects occupy 128 MB before it collects them.
const flags = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'];
const program = [...flags, path.join(root, 'apps', 'server', 'src', 'main.ts')];
const words = process.argv.slice(2);
// Only these serve the web app; a configuration with errors is reported before it is built.
if (['all', 'serve'].includes(words[0] ?? 'all') && !(await isWebBuilt())) {
  await run(pinnedNode, [...program, 'config', 'check', '--quiet']);
  await buildWeb();
}
const server = spawn(pinnedNode, [...program, ...words], {
  stdio: 'inherit',
  env: { ...process.env, ...pinnedEnvironment() },
});
// A terminal signals the server directly; a supervisor signals only us. The server treats both as one signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
server.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
