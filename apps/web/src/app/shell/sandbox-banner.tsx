import { FlaskConical, X } from 'lucide-react';
import { useState } from 'react';
import { useConfig } from '#web/platform/config.ts';
import { useTakingOver } from '#web/platform/use-taking-over.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import styles from './sandbox-banner.module.css';
import { sandboxText } from './sandbox-text.ts';

// index.html reads the same key before the first paint.
const key = 'tidemark-sandbox-banner';

/** Notes that the data comes from the sandbox; once dismissed, hidden for the rest of the session. */
export function SandboxBanner() {
  const { sandbox } = useConfig();
  // The server draws it, and index.html hides it.
  const isTakingOver = useTakingOver();
  const [closed, setClosed] = useState(isClosed);
  if (!sandbox || (closed && !isTakingOver)) return null;
  return (
    <div className={styles.banner} role="note">
      <FlaskConical size={17} aria-hidden="true" />
      <p>{sandboxText}</p>
      <IconButton
        label="Hide this note"
        size="small"
        tooltip={false}
        onClick={() => {
          window.sessionStorage.setItem(key, 'closed');
          setClosed(true);
        }}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function isClosed(): boolean {
  try {
    return sessionStorage.getItem(key) === 'closed';
  } catch {
    // Without storage it is always shown.
    return false;
  }
}
