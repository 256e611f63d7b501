export type { Sandbox, SandboxOptions } from './start-sandbox.ts';
export { startSandbox } from './start-sandbox.ts';
