import type { ComponentProps } from 'react';
import styles from './page.module.css';

interface PageProps extends ComponentProps<'div'> {
  /** Uses more of a very wide screen. */
  isWide?: boolean;
}

/** A page's parts below one another, in a centred column. */
export function Page({ isWide, className, ...rest }: PageProps) {
  return (
    <div {...rest} className={[styles.page, className].filter(Boolean).join(' ')} data-wide={isWide || undefined} />
  );
}
