import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createIdentityClient } from '#web/features/auth/index.ts';
import { loadConfig } from '#web/platform/config.ts';
import { App } from './app.tsx';
import { ConfigFailed } from './screens/config-failed.tsx';

export async function startApp(element: Element) {
  const root = createRoot(element);
  try {
    const config = await loadConfig();
    // Once, outside React: a second client would invalidate the session of the first.
    const identity = createIdentityClient(config);
    root.render(
      <StrictMode>
        <App config={config} identity={identity} />
      </StrictMode>,
    );
  } catch {
    root.render(<ConfigFailed />);
  }
}
