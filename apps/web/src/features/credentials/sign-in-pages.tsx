import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { ConfirmRecipientPage, UnsubscribePage } from '#web/features/mail/index.ts';
import { InvitationPage } from '#web/features/workspaces/index.ts';
import { createQueryClient } from '#web/platform/query-client.ts';
import { Aurora } from '#web/ui/aurora.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { LinkPage } from './link-page.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { SignedInAgain } from './signed-in-again.tsx';

function Page() {
  const { pathname } = window.location;
  if (pathname.startsWith('/sign-in')) return <SignInPage />;
  if (pathname.startsWith('/signed-in-again')) return <SignedInAgain />;
  if (pathname.startsWith('/confirm-mail')) return <ConfirmRecipientPage Frame={SignInFrame} />;
  if (pathname.startsWith('/invitation')) return <InvitationPage Frame={SignInFrame} />;
  if (pathname.startsWith('/unsubscribe')) return <UnsubscribePage Frame={SignInFrame} />;
  return pathname.startsWith('/forgot-password') ? <ForgotPassword /> : <LinkPage />;
}

/** Pages for built-in sign-in. They load without the app, which needs a user. */
export default function SignInPages() {
  const [queries] = useState(createQueryClient);
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Aurora />
        <Page />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
