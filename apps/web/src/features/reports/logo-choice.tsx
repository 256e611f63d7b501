import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { acceptedLogos, brandQuery, logoProblem, useRemoveLogo, useUploadLogo } from './logo.query.ts';
import styles from './reports-page.module.css';

interface LogoChoiceProps {
  isShown: boolean;
  onChange: (isShown: boolean) => void;
}

/** Manages the logo that all reports share, and toggles it for this one. */
export function LogoChoice({ isShown, onChange }: LogoChoiceProps) {
  const logo = useQuery(brandQuery).data?.logo;
  const field = useRef<HTMLInputElement>(null);
  const upload = useUploadLogo();
  const remove = useRemoveLogo();
  const note = useId();

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    // Allows choosing the same file again.
    currentTarget.value = '';
    if (!file) return;
    const problem = logoProblem(file);
    if (problem) notify.error(problem);
    else upload.mutate(file, { onSuccess: () => onChange(true) });
  }

  return (
    <fieldset className={styles.logo}>
      <legend>Logo</legend>
      {logo && (
        <label>
          <input type="checkbox" checked={isShown} onChange={({ target }) => onChange(target.checked)} />
          Show logo
          <img src={logo} alt="Your logo" />
        </label>
      )}
      <div>
        <Button
          size="small"
          busy={upload.isPending}
          busyLabel="Uploading…"
          disabled={logo === undefined}
          aria-label={logo ? 'Replace logo' : 'Upload logo'}
          aria-describedby={note}
          onClick={() => field.current?.click()}
        >
          {logo ? 'Replace' : 'Upload logo'}
        </Button>
        {logo && (
          <Button
            size="small"
            busy={remove.isPending}
            busyLabel="Removing…"
            aria-label="Remove logo"
            onClick={() => remove.mutate()}
          >
            Remove
          </Button>
        )}
      </div>
      <p id={note}>PNG or JPEG, up to 1 MB. Used in all your reports.</p>
      <input
        ref={field}
        type="file"
        accept={acceptedLogos}
        aria-label="Logo file"
        className="vh"
        tabIndex={-1}
        onChange={choose}
      />
    </fieldset>
  );
}
