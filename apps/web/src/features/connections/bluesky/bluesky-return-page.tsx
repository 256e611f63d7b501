import { authorizeBluesky, type EndpointRequest } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { call } from '#web/platform/call.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { blueskyLoginsQuery } from './use-bluesky-logins.ts';

type Answer = EndpointRequest<typeof authorizeBluesky>['body'];

/** Where an account's server sends the browser back: completes the sign-in, or says why it cannot. */
export function BlueskyReturnPage() {
  const answer = toAnswer(useSearch({ strict: false }));
  const navigate = useNavigate();
  const queries = useQueryClient();
  const complete = useMutation({
    mutationFn: (body: Answer) => call(authorizeBluesky, { body }),
    onSuccess: async ({ username }) => {
      await queries.invalidateQueries({ queryKey: blueskyLoginsQuery.queryKey });
      notify.success(`Connected @${username}. Link it to start syncing.`);
      await navigate({ to: '/profile', replace: true });
    },
  });
  // An answer is accepted once, and React runs effects twice while developing.
  const sent = useRef(false);
  useEffect(() => {
    if (!answer || sent.current) return;
    sent.current = true;
    complete.mutate(answer);
  }, [answer, complete]);

  const failure = answer ? complete.error?.message : 'Bluesky did not confirm the sign-in.';
  return (
    <Page>
      <Card>
        {failure === undefined ? (
          <EmptyState title="Connecting your Bluesky account…" why="Its server confirms the sign-in." />
        ) : (
          <div role="alert">
            <EmptyState
              title="The account was not connected"
              why={failure}
              action={
                <Link to="/profile" className={buttonClass('primary')}>
                  Back to your profile
                </Link>
              }
            />
          </div>
        )}
      </Card>
    </Page>
  );
}

function toAnswer(search: Record<string, unknown>): Answer | null {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined);
  const state = text('state');
  return state === undefined
    ? null
    : {
        state,
        iss: text('iss'),
        code: text('code'),
        error: text('error'),
        error_description: text('error_description'),
      };
}
