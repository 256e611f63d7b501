import { type ReactNode, useEffect, useRef } from 'react';
import { readConfig } from '#web/platform/config.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import { LegalLinks } from '#web/ui/legal-links.tsx';
import styles from './sign-in-frame.module.css';

interface SignInFrameProps {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
}

/** A card in the middle of an otherwise empty page, whose first field has the focus. */
export function SignInFrame({ title, text, children }: SignInFrameProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus(), [title]);
  return (
    <main className={styles.screen}>
      <div ref={card} className={styles.card}>
        <header className={styles.head}>
          <BrandMark size={48} />
          <h1 className={styles.title}>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
        </header>
        {children}
        {readConfig()?.hasLegalPages && <LegalLinks />}
      </div>
    </main>
  );
}

/** A failure not tied to a field. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.problem}>
      {children}
    </p>
  );
}
