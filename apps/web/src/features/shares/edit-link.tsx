import { minPasscodeLength, type ShareLink } from '@tidemark/contract';
import { useState } from 'react';
import { BoxedChoice } from '#web/ui/boxed-choice.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PreviewChoice } from './form-parts.tsx';
import { PasscodeField } from './passcode-field.tsx';
import { type Lifetime, newLifetimes, toDays } from './share-choice.ts';
import { useUpdateShare } from './shares.query.ts';
import styles from './shares.module.css';

/** Changes how a link is opened; its content stays. */
export default function EditLink({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  const update = useUpdateShare(link.id);
  const [title, setTitle] = useState(link.choice.title);
  const [lifetime, setLifetime] = useState<Lifetime | 'unchanged'>('unchanged');
  const [passcode, setPasscode] = useState('');
  const [removesPasscode, setRemovesPasscode] = useState(false);
  const [mayBeEmbedded, setMayBeEmbedded] = useState(link.mayBeEmbedded);
  const [titleInPreviews, setTitleInPreviews] = useState(link.titleInPreviews);
  const keepsPasscode = link.hasPasscode && !removesPasscode;

  function submit() {
    update.mutate(
      {
        title,
        mayBeEmbedded,
        titleInPreviews,
        ...(lifetime !== 'unchanged' && { expiresInDays: toDays(lifetime) }),
        ...(removesPasscode ? { passcode: null } : passcode !== '' && { passcode }),
      },
      { onSuccess: onClose },
    );
  }

  return (
    <FormDialog
      title="Change this link"
      action="Save"
      busyLabel="Saving…"
      mutation={update}
      failure="Could not change the link"
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Title"
        value={title}
        maxCharacters={120}
        autoComplete="off"
        required
        onChange={({ target }) => setTitle(target.value)}
      />
      <Select label="Expires" value={lifetime} onChange={({ target }) => setLifetime(target.value as typeof lifetime)}>
        {newLifetimes.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {!removesPasscode && (
        <PasscodeField
          value={passcode}
          hint={
            link.hasPasscode
              ? 'Leave empty to keep the current one.'
              : `Optional, ${minPasscodeLength} characters or more.`
          }
          onChange={setPasscode}
        />
      )}
      {link.hasPasscode && (
        <BoxedChoice
          type="checkbox"
          label="Remove the passcode"
          note="The link alone will be enough"
          checked={removesPasscode}
          onChange={({ target }) => setRemovesPasscode(target.checked)}
        />
      )}
      <BoxedChoice
        type="checkbox"
        label="Allow embedding"
        note="On other sites, in a frame"
        checked={mayBeEmbedded}
        onChange={({ target }) => setMayBeEmbedded(target.checked)}
      />
      <PreviewChoice
        checked={titleInPreviews}
        hasPasscode={keepsPasscode || passcode !== ''}
        onChange={setTitleInPreviews}
      />
    </FormDialog>
  );
}
