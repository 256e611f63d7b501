import { readConfig, wantsSandbox } from '../config/config.ts';

/** Throws with every mistake at once; says so when there is none. */
export function checkConfig(environment: Record<string, string | undefined>): void {
  if (wantsSandbox(environment)) {
    console.log('The configuration is fine. No real provider is configured: the sandbox stands in.');
    return;
  }
  readConfig(environment);
  console.log('The configuration is fine.');
}
