import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { brandQuery } from '#web/features/reports/logo.query.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import styles from './client-brand.module.css';

/** The team's logo and name, in place of ours: its clients know the team. A band in its color tops the page. */
export function ClientBrand() {
  const { workspace } = useWorkspaces();
  const { logo, color } = useQuery(brandQuery).data ?? {};
  return (
    <span className={styles.brand}>
      {color && createPortal(<div className={styles.band} style={{ background: color }} />, document.body)}
      {logo && <img src={logo} alt="" className={styles.logo} />}
      <span className={styles.name} dir="auto">
        {workspace?.name}
      </span>
    </span>
  );
}
