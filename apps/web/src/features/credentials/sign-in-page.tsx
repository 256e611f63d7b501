import { continueSignIn } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { asPage, signInPath } from './call-as-page.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Signs a user in, unless this browser has just used a link. */
export function SignInPage() {
  const { data, error } = useQuery({
    queryKey: queryKeys.signIn.progress,
    queryFn: async () => {
      const { redirectTo } = await call(continueSignIn, { body: {}, ...asPage });
      if (redirectTo !== null) window.location.replace(redirectTo);
      return { isContinuing: redirectTo !== null };
    },
    retry: false,
    staleTime: Infinity,
  });

  if (error) {
    const isExpired = error instanceof CallError && error.code === 'sign_in_expired';
    return (
      <SignInFrame
        title={isExpired ? 'This sign-in has expired' : 'Sign-in is not available'}
        text={
          isExpired
            ? 'Nothing was changed. Please start again.'
            : getServerMessage(error, 'Could not reach the server. Try again in a moment.')
        }
      >
        <a className={buttonClass('primary')} href={signInPath}>
          Start again
        </a>
      </SignInFrame>
    );
  }
  if (!data || data.isContinuing) return <SignInFrame title="Sign in to Tidemark" text="One moment…" />;
  return <SignInForm />;
}
