import { confirmRecipient } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/platform/call.ts';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { Button } from '#web/ui/button.tsx';
import type { FramedPage } from './page-frame.ts';

/** Waits for a click: programs that check links in mail must not confirm on the recipient's behalf. */
export function ConfirmRecipientPage({ Frame }: FramedPage) {
  const [token] = useState(() => window.location.hash.slice(1));
  const confirm = useMutation({ mutationFn: () => call(confirmRecipient, { body: { token } }) });

  if (confirm.isSuccess)
    return (
      <Frame
        title="Your address is confirmed"
        text={
          <>
            <bdi>{confirm.data.address}</bdi> will receive the digests, alerts and reports the user chooses. Every mail
            has an unsubscribe link.
          </>
        }
      />
    );
  return (
    <Frame
      title={confirm.error ? 'The address was not confirmed' : 'Confirm your address'}
      text={
        confirm.error
          ? getServerMessage(confirm.error, 'Could not reach the server. Try again in a moment.')
          : 'A user of this site would like to send you digests, alerts and reports about Instagram accounts.'
      }
    >
      <Button variant="primary" busy={confirm.isPending} busyLabel="Confirming…" onClick={() => confirm.mutate()}>
        {confirm.error ? 'Try again' : 'Confirm address'}
      </Button>
    </Frame>
  );
}
