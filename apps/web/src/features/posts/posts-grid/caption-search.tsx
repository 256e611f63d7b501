import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './posts-grid.module.css';
import { useDebouncedCallback } from './use-debounced-callback.ts';

const searchDebounceMillis = 300;

/** Searches once the user stops typing. */
export function CaptionSearch({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const [draft, setDraft] = useState<string | null>(null);
  const debounce = useDebouncedCallback(searchDebounceMillis);
  const text = draft ?? query;
  const clear = () => {
    setDraft(null);
    onSearch('');
  };
  return (
    <TextField
      label="Search caption"
      hideLabel
      type="search"
      placeholder="Search caption"
      className={styles.search}
      value={text}
      onChange={({ target }) => {
        setDraft(target.value);
        debounce(() => onSearch(target.value));
      }}
      onBlur={() => setDraft(null)}
      icon={<Search size={16} aria-hidden="true" />}
      end={
        text && (
          <IconButton label="Clear search" size="small" tooltip={false} onClick={clear}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        )
      }
    />
  );
}
