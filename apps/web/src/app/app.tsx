import type { ClientConfig } from '@tidemark/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { SessionContext, type SessionClient } from '#web/features/auth/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { useEffect } from 'react';
import { AppRouter } from './app-router.tsx';
import { enableClicks } from './first-page/enable-clicks.ts';
import type { LoadedRouter } from './routes.tsx';
import { SignInGate } from './sign-in-gate.tsx';
import { UserGate } from './user-gate.tsx';

interface AppProps {
  config: ClientConfig;
  session: SessionClient;
  queries: QueryClient;
  /** Loaded, if its page is drawn on the server. */
  router?: LoadedRouter | undefined;
}

export function App({ config, session, queries, router }: AppProps) {
  useEffect(enableClicks, []);
  return (
    <ConfigContext value={config}>
      <SessionContext value={session}>
        <QueryClientProvider client={queries}>
          <SignInGate>
            <UserGate>
              <AppRouter router={router} />
            </UserGate>
          </SignInGate>
          <Toaster />
        </QueryClientProvider>
      </SessionContext>
    </ConfigContext>
  );
}
