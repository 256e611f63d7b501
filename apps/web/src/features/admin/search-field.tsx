import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './system.module.css';

const restsMilliseconds = 300;

/** Searches once the user stops typing. */
export function SearchField({ label, onSearch }: { label: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), restsMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <TextField
      label={label}
      hideLabel
      type="search"
      placeholder={label}
      maxLength={100}
      className={styles.search}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      icon={<Search size={16} aria-hidden="true" />}
      end={
        typed && (
          <IconButton label="Clear search" size="small" tooltip={false} onClick={() => setTyped('')}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        )
      }
    />
  );
}
