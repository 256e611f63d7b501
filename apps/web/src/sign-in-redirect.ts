import type { ClientConfig } from '@tidemark/contract';
import { createUserManager, returnHere } from './features/auth/user-manager.ts';

/** Redirects to the sign-in before any of the app is loaded; if that fails, the app reports it. */
async function goToSignIn() {
  try {
    const client = createUserManager(readConfig(), window.location.origin);
    await client.signinRedirect({ state: returnHere(), redirectMethod: 'replace' });
  } catch {
    await import('./main.tsx');
  }
}

// Our own server builds this text from the same contract.
function readConfig(): ClientConfig {
  return JSON.parse(document.querySelector('#tidemark-config')?.textContent ?? '') as ClientConfig;
}

void goToSignIn();
