import { openPaymentPortal } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { call, CallFailure } from '#web/platform/call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { paymentReturn } from './use-payment-return.ts';

export const patience = 45_000;

/** Sends the browser to where the subscription is managed; `onNone` when the plan is paid nowhere. */
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
      if (failure instanceof CallFailure && failure.code === 'no_payment_portal') onNone();
      else console.warn('The payment portal cannot be opened', failure);
    },
  });
}
