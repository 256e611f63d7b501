import type { MetaSettings } from '@tidemark/contract';
import { Copy } from 'lucide-react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { notify } from '#web/ui/toaster.tsx';
import styles from './meta.module.css';

export function SettingsList({ settings }: { settings: readonly MetaSettings[] }) {
  return (
    <ol className={styles.pages}>
      {settings.map(({ title, note, rows }, index) => (
        <li key={title}>
          <h3 className={styles.pageTitle}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            {title}
          </h3>
          {note && <p className={styles.note}>{note}.</p>}
          <dl className={styles.rows}>
            {rows.map(({ name, value, isCopied }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {isCopied ? <code>{value}</code> : value}
                  {isCopied && (
                    <IconButton label={`Copy ${name}`} size="small" onClick={() => void copy(value)}>
                      <Copy size={15} aria-hidden="true" />
                    </IconButton>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify.success('Copied');
  } catch {
    notify.error('Could not copy it');
  }
}
