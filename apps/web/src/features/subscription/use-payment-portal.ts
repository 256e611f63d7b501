import { openPaymentPortal } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { paymentReturn } from './use-payment-return.ts';

export const patience = 45_000;

/**
 * Redirects the browser to the subscription management page; calls `onNone` if there is no paid subscription. `problem`
 * says why it did not open otherwise.
 */
export function usePaymentPortal(onNone: () => void) {
  const { facebookId } = useUser().user;
  const opening = useMutation({
    mutationFn: () =>
      call(
        openPaymentPortal,
        {
          query: { returnUrl: `${window.location.pathname}?${paymentReturn}=managed` },
          headers: facebookId ? { 'facebook-id': facebookId } : {},
        },
        AbortSignal.timeout(patience),
      ),
    onSuccess: ({ url }) => window.location.assign(url),
    onError(failure) {
      if (isNone(failure)) onNone();
      else console.warn('Could not open the payment portal', failure);
    },
  });
  const { error, isPending, mutate, reset } = opening;
  return { isPending, open: () => mutate(), reset, problem: error && !isNone(error) ? describe(error) : null };
}

function isNone(failure: Error): boolean {
  return failure instanceof CallError && failure.code === 'no_payment_portal';
}

function describe(failure: Error): string {
  return getServerMessage(failure, 'Could not open the payment portal. Try again in a moment.');
}
