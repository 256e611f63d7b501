import { authorizeInstagram, type InstagramLoginOrigin } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '#web/platform/call.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { useInstagramLogin } from './use-instagram-login.ts';

/** Where Instagram sends the browser back: completes the login, or says why it cannot. */
export function InstagramReturnPage() {
  const given = toAnswer(useSearch({ strict: false }));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const again = useInstagramLogin();
  const complete = useMutation({
    mutationFn: (body: { code: string; state: string }) => call(authorizeInstagram, { body }),
    onSuccess: async ({ username, returnTo }: { username: string; returnTo: InstagramLoginOrigin }) => {
      await queries.invalidateQueries({ queryKey: queryKeys.connections.all });
      notify.success(`Connected @${username}. Link it to start syncing.`);
      await navigate({ to: returnTo, replace: true });
    },
  });
  // A code works once, and React runs effects twice while developing.
  const sent = useRef(false);
  useEffect(() => {
    if (!given.login || sent.current) return;
    sent.current = true;
    complete.mutate(given.login);
  }, [given, complete]);

  const failure = given.refusal ?? complete.error?.message;
  return (
    <Page>
      <Card>
        {failure === undefined ? (
          <EmptyState title="Connecting your Instagram account…" why="Instagram confirms the login." />
        ) : (
          <div role="alert">
            <EmptyState
              title="The account was not connected"
              why={failure}
              action={
                <>
                  <Button variant="primary" busy={again.isPending} onClick={() => again.mutate()}>
                    Try again
                  </Button>
                  <Link to="/profile" className={buttonClass('plain')}>
                    Back to your profile
                  </Link>
                </>
              }
            />
          </div>
        )}
      </Card>
    </Page>
  );
}

interface Answer {
  login?: { code: string; state: string };
  /** Why there is none. */
  refusal?: string;
}

function toAnswer({ code, state, error }: Record<string, unknown>): Answer {
  if (error !== undefined) return { refusal: 'The login at Instagram was cancelled.' };
  return typeof code === 'string' && typeof state === 'string'
    ? { login: { code, state } }
    : { refusal: 'Instagram did not confirm the login.' };
}
