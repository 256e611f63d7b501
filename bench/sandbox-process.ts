// Runs the sandbox in its own process, so that the cost of generating its world is not included.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startSandbox, type Sandbox, type SandboxOptions } from '@tidemark/sandbox';

type Started = Pick<Sandbox, 'url' | 'environment'>;

/** Starts the sandbox; `options` are serialised for the other process: no clock, no log. */
export async function forkSandbox(
  options: Omit<SandboxOptions, 'clock' | 'log'>,
): Promise<Omit<Sandbox, 'seedPersonas'>> {
  const child = fork(import.meta.filename, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(options);
  const [{ url, environment }] = (await once(child, 'message')) as [Started]; // sent below
  return {
    url,
    environment,
    async close() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
}

if (process.argv[1] === import.meta.filename)
  process.once('message', (options: SandboxOptions) => {
    process.once('disconnect', () => process.exit(0));
    void startSandbox(options).then(({ url, environment }) => process.send?.({ url, environment }));
  });
