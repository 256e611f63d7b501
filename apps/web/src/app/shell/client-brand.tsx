import { useQuery } from '@tanstack/react-query';
import { logoQuery } from '#web/features/reports/logo.query.ts';
import styles from './client-brand.module.css';

/** The team's logo and name, in place of ours: its clients know the team. */
export function ClientBrand({ name }: { name: string }) {
  const { data: logo } = useQuery(logoQuery);
  return (
    <span className={styles.brand}>
      {logo && <img src={logo} alt="" className={styles.logo} />}
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </span>
  );
}
