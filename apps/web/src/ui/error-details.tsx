import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import styles from './error-details.module.css';

/** Collapsed details to send to support: a report ID, place and time, and the error itself. */
export function ErrorDetails({ error }: { error: unknown }) {
  const [id] = useState(newReportId);
  const [text] = useState(() => describeError(error, id));
  const [copied, setCopied] = useState(false);

  // The ID also identifies the error in the console.
  useEffect(() => console.error(`Error report ${id}`, error), [id, error]);

  return (
    <details className={styles.details}>
      <summary>Details for support (report {id})</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className={styles.text} tabIndex={0} role="region" aria-label="Error details">
        {text}
      </pre>
      <Button
        size="small"
        icon={copied ? <Check size={15} aria-hidden="true" /> : <Copy size={15} aria-hidden="true" />}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        <span aria-live="polite">{copied ? 'Copied' : 'Copy details'}</span>
      </Button>
    </details>
  );
}

function newReportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function describeError(error: unknown, id: string): string {
  return [
    `Report ${id}`,
    `Time ${new Date().toISOString()}`,
    `Page ${window.location.pathname}`,
    `Browser ${navigator.userAgent}`,
    error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error),
  ].join('\n');
}
