import { useState } from 'react';
import { flagFolder } from '~flags';
import styles from './demographics-card.module.css';

/** The flag as an image; the country code if there is none. */
export function CountryFlag({ code }: { code: string }) {
  const [missing, setMissing] = useState(false);
  if (missing || !/^[A-Z]{2}$/.test(code))
    return (
      <span className={styles.flag} aria-hidden="true">
        {code.slice(0, 2)}
      </span>
    );
  return (
    <img
      className={styles.flag}
      src={`${flagFolder}${code}.svg`}
      alt=""
      width={24}
      height={16}
      loading="lazy"
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}
