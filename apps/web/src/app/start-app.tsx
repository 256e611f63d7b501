import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createSessionClient } from '#web/features/auth/index.ts';
import { loadConfig } from '#web/platform/config.ts';
import { App } from './app.tsx';
import { ConfigFailed } from './screens/config-failed.tsx';

export async function startApp(element: Element) {
  const root = createRoot(element);
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
