import { useQuery } from '@tanstack/react-query';
import { loadConfig } from '#web/platform/config.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import styles from './sign-in-frame.module.css';

/** Explains how to get a new password: by mail, or from an operator. */
export function ForgottenPasswordLine() {
  const { data } = useQuery({
    queryKey: [...queryKeys.signIn.all, 'config'],
    queryFn: () => loadConfig(),
    staleTime: Infinity,
  });
  return (
    <p className={styles.foot}>
      {data?.sendsMail ? (
        <a href="/forgot-password">Forgot your password?</a>
      ) : (
        'Forgot your password? Ask an operator of this site for a reset link.'
      )}
    </p>
  );
}
