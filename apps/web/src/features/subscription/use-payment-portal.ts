import { openPaymentPortal } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { call, CallError } from '#web/platform/call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { paymentReturn } from './use-payment-return.ts';

export const patience = 45_000;
export const portalFailure = 'Could not open the payment portal. Try again in a moment.';

/** Redirects the browser to the subscription management page; `onNone` when there is no paid subscription. */
export function usePaymentPortal(onNone: () => void) {
  const { facebookId } = useUser().user;
  return useMutation({
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
      if (failure instanceof CallError && failure.code === 'no_payment_portal') onNone();
      else console.warn('Could not open the payment portal', failure);
    },
  });
}
