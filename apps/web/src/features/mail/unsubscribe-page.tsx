import { type SubscriptionKind, unsubscribe } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button } from '#web/ui/button.tsx';
import type { FramedPage } from './page-frame.ts';

/** A link may name an unknown kind. */
const names: Partial<Record<string, string>> = {
  digest: 'digests',
  alert: 'alerts',
  report: 'reports',
} satisfies Record<SubscriptionKind, string>;

/** Ends a subscription without a sign-in. */
export function UnsubscribePage({ Frame }: FramedPage) {
  const [[kind = '', token = '']] = useState(() => window.location.hash.slice(1).split('.'));
  const end = useMutation({ mutationFn: () => call(unsubscribe, { params: { kind: toKind(kind), token } }) });

  if (end.isSuccess)
    return (
      <Frame
        title="You are unsubscribed"
        text={
          <>
            <bdi>{end.data.address}</bdi> will receive no more {names[toKind(kind)] ?? 'mail of this kind'}.
          </>
        }
      />
    );
  return (
    <Frame
      title={end.error ? 'You are still subscribed' : 'Unsubscribe'}
      text={
        end.error
          ? getServerMessage(end.error, 'Could not reach the server. Try again in a moment.')
          : `You will receive no more ${names[toKind(kind)] ?? 'mail of this kind'} from this user.`
      }
    >
      <Button variant="primary" busy={end.isPending} busyLabel="Unsubscribing…" onClick={() => end.mutate()}>
        {end.error ? 'Try again' : 'Unsubscribe'}
      </Button>
    </Frame>
  );
}

/** The server rejects any other kind. */
function toKind(text: string): SubscriptionKind {
  return text as SubscriptionKind;
}
