// `npm run dev`: restarts the server when its sources change, and updates the web app in the browser.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { install, pinnedEnvironment, pinnedNode, requireNode, root } from './prepare.mjs';

requireNode();
await install();

const start = (args, cwd) =>
  spawn(pinnedNode, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...pinnedEnvironment(), APP_URL: 'http://localhost:5173' },
  });
const children = [
  start(['--watch', '--watch-preserve-output', path.join('apps', 'server', 'src', 'main.ts')], root),
  start(
    [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--port', '5173', '--strictPort'],
    path.join(root, 'apps', 'web'),
  ),
];
for (const child of children) child.once('exit', (code) => stop(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(0));

let stopping = false;
function stop(code) {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => process.exit(code), 20_000).unref();
  const ended = children.map(
    (child) => new Promise((done) => (child.exitCode === null ? child.once('exit', done) : done())),
  );
  void Promise.all(ended).then(() => process.exit(code));
}
