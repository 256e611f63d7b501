export type { FaultRule } from './faults.ts';
export type { Sandbox, SandboxOptions } from './start-sandbox.ts';
export { startSandbox } from './start-sandbox.ts';
