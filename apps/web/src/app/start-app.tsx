import { lazy, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createSessionClient } from '#web/features/auth/index.ts';
import { isSignInPage } from '#web/features/credentials/index.ts';
import { loadConfig } from '#web/platform/config.ts';
import { App } from './app.tsx';
import { ConfigFailed } from './screens/config-failed.tsx';

const SignInPages = lazy(() => import('#web/features/credentials/sign-in-pages.tsx'));

export async function startApp(element: Element) {
  const root = createRoot(element);
  if (isSignInPage(window.location.pathname)) return root.render(<SignInPages />);
  // Once, outside React, and first: nothing can be shown without its answer.
  const session = createSessionClient();
  try {
    const config = await loadConfig();
    root.render(
      <StrictMode>
        <App config={config} session={session} />
      </StrictMode>,
    );
  } catch {
    root.render(<ConfigFailed />);
  }
}
