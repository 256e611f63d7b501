import { useQuery } from '@tanstack/react-query';
import { credentialsQuery } from '#web/features/credentials/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { buttonClass } from '#web/ui/button.tsx';
import styles from './system.module.css';

/** Warns operators whose password alone opens this area. */
export function SecondFactorNotice() {
  const { builtInSignIn } = useConfig();
  const { data } = useQuery({ ...credentialsQuery, enabled: builtInSignIn });
  if (!data?.hasPassword || data.usesCodes) return null;
  return (
    <div className={styles.notice} role="note">
      <p>Your password alone opens this area. Protect it with an authenticator app.</p>
      <a href="/profile?tab=sign-in" className={buttonClass('soft', 'small')}>
        Set it up
      </a>
    </div>
  );
}
