import { openPaymentPortal } from '@tidemark/contract';
import { useMutation } from '@tanstack/react-query';
import { call, CallFailure } from '#web/platform/call.ts';

/** Sends the browser to where the subscription is managed; `onNone` when the plan is paid nowhere. */
export function usePaymentPortal(onNone: () => void) {
  return useMutation({
    mutationFn: () => call(openPaymentPortal, { query: { returnUrl: window.location.href } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError(failure) {
      if (failure instanceof CallFailure && failure.code === 'no_payment_portal') onNone();
      else console.warn('The payment portal cannot be opened', failure);
    },
  });
}
