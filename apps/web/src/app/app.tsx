import type { ClientConfig } from '@tidemark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { SessionContext, type SessionClient } from '#web/features/auth/index.ts';
import { ConfigContext } from '#web/platform/config.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { Aurora } from '#web/ui/aurora.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { AppRouter } from './app-router.tsx';
import { SignInGate } from './sign-in-gate.tsx';
import { UserGate } from './user-gate.tsx';

export function App({ config, session }: { config: ClientConfig; session: SessionClient }) {
  const [queries] = useState(createQueryClient);
  return (
    <ConfigContext value={config}>
      <SessionContext value={session}>
        <QueryClientProvider client={queries}>
          <Aurora />
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
