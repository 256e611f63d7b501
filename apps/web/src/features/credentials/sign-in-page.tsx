import { continueSignIn } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { asPage, signInPath } from './call-as-page.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import styles from './sign-in-frame.module.css';

/** Signs a user in, unless this browser has just used a link. */
export function SignInPage() {
  const { data, error } = useQuery({
    queryKey: queryKeys.signIn.progress,
    queryFn: async () => {
      const { redirectTo, isSetUp } = await call(continueSignIn, { body: {}, ...asPage });
      if (redirectTo !== null) window.location.replace(redirectTo);
      return { isContinuing: redirectTo !== null, isSetUp };
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
  return data.isSetUp ? <SignInForm /> : <NotSetUp />;
}

function NotSetUp() {
  return (
    <SignInFrame
      title="Nobody has set up this Tidemark yet"
      text="If you run this server, open the setup link. Tidemark printed it when it started, and it works for 24 hours."
    >
      <dl className={styles.places}>
        <div>
          <dt>In a container</dt>
          <dd>
            <code>docker logs</code> with the container’s name
          </dd>
        </div>
        <div>
          <dt>As a service</dt>
          <dd>
            <code>journalctl -u tidemark</code>
          </dd>
        </div>
        <div>
          <dt>For a new link</dt>
          <dd>
            <code>tidemark users setup-link</code>
          </dd>
        </div>
      </dl>
    </SignInFrame>
  );
}
