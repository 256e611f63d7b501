import type { ClientConfig } from '@tidemark/contract';
import { createUserManager, returnHere } from './features/auth/user-manager.ts';

/** Leads to the sign-in before anything of the app is loaded; where that fails, the app says so. */
async function goToSignIn() {
  try {
    const client = createUserManager(readConfig(), window.location.origin);
    await client.signinRedirect({ state: returnHere(), redirectMethod: 'replace' });
  } catch {
    await import('./main.tsx');
  }
}

// The text comes from our own server, which builds it from the same contract.
function readConfig(): ClientConfig {
  return JSON.parse(document.querySelector('#tidemark-config')?.textContent ?? '') as ClientConfig;
}

void goToSignIn();
