import type { ClientConfig } from '@tidemark/contract';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { SessionContext, type SessionClient } from '#web/features/auth/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { AppRouter } from './app-router.tsx';
import { SignInGate } from './sign-in-gate.tsx';
import { UserGate } from './user-gate.tsx';

interface AppProps {
  config: ClientConfig;
  session: SessionClient;
  queries: QueryClient;
}

export function App({ config, session, queries }: AppProps) {
  return (
    <ConfigContext value={config}>
      <SessionContext value={session}>
        <QueryClientProvider client={queries}>
          <SignInGate>
            <UserGate>
              <AppRouter />
            </UserGate>
          </SignInGate>
          <Toaster />
        </QueryClientProvider>
      </SessionContext>
    </ConfigContext>
  );
}
