import type { MetaSettings } from '@tidemark/contract';
import { CopyIcon } from '#web/ui/copy.tsx';
import { Fact, Facts } from '#web/ui/facts.tsx';
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
          <div className={styles.settings}>
            <Facts>
              {rows.map(({ name, value, isCopied }) => (
                <Fact key={name} label={name}>
                  {isCopied ? <code>{value}</code> : value}
                  {isCopied && <CopyIcon label={`Copy ${name}`} text={value} />}
                </Fact>
              ))}
            </Facts>
          </div>
        </li>
      ))}
    </ol>
  );
}
