import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createQueryClient } from '#web/platform/query-client.ts';
import { Aurora } from '#web/ui/aurora.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { LinkPage } from './link-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** The pages of the built-in identity provider. They load without the app, which needs a user. */
export default function SignInPages() {
  const [queries] = useState(createQueryClient);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Aurora />
        {window.location.pathname.startsWith('/sign-in') ? <SignInPage /> : <LinkPage />}
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
