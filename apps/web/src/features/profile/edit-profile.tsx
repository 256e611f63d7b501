import { ImageUp } from 'lucide-react';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { CropPhoto } from './crop-photo.tsx';
import styles from './profile-information.module.css';
import {
  imageProblem,
  type ProfileChange,
  uploadFailureText,
  useImageUpload,
  useSaveProfile,
  wrongKind,
} from './use-profile-edit.ts';

/** The Profile Information card in edit mode. Nothing changes until it is saved, including the photo. */
export function EditProfile({ onDone }: { onDone: () => void }) {
  const { user } = useUser();
  const [name, setName] = useState(user.name);
  const [picture, setPicture] = useState(user.picture);
  const photo = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const upload = useImageUpload(setPicture);
  const save = useSaveProfile(onDone);
  const isBlank = name.trim() === '';

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    const problem = imageProblem(file);
    if (problem) notify.error(problem);
    else setChosen(file);
    // Allows choosing the same file again.
    currentTarget.value = '';
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBlank || upload.isPending || save.isPending) return;
    const change: ProfileChange = {
      ...(name.trim() !== user.name && { name: name.trim() }),
      ...(picture && picture !== user.picture && { picture }),
    };
    if (Object.keys(change).length === 0) onDone();
    else save.mutate(change);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.photo}>
        <Avatar src={picture} name={name} size={88} />
        <div>
          <Button
            size="small"
            icon={<ImageUp size={16} aria-hidden="true" />}
            busy={upload.isPending}
            busyLabel="Uploading..."
            onClick={() => photo.current?.click()}
          >
            Change Photo
          </Button>
          <p className={styles.note}>JPEG, PNG, WebP or GIF, less than 5 MB</p>
          {upload.isError && (
            <p className={styles.problem} role="alert">
              {uploadFailureText(upload.error)}
            </p>
          )}
        </div>
        <input
          ref={photo}
          type="file"
          accept="image/*"
          aria-label="Profile photo"
          className="vh"
          tabIndex={-1}
          onChange={choose}
        />
        {chosen && (
          <CropPhoto
            file={chosen}
            onCrop={(cropped) => {
              setChosen(null);
              upload.mutate(cropped);
            }}
            onClose={() => setChosen(null)}
            onInvalid={() => {
              setChosen(null);
              notify.error(wrongKind);
            }}
          />
        )}
      </div>
      <div className={styles.fields}>
        <TextField
          label="Display Name"
          value={name}
          maxCharacters={100}
          autoComplete="name"
          required
          error={isBlank ? 'Name is required' : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField label="Email" value={user.email} readOnly hint="Email cannot be changed from here" />
      </div>
      {save.isError && (
        <p className={styles.problem} role="alert">
          {getServerMessage(save.error, 'Failed to update profile')}
        </p>
      )}
      <div className={styles.buttons}>
        <Button disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={isBlank || upload.isPending}
          busy={save.isPending}
          busyLabel="Saving..."
        >
          Save Changes
        </Button>
      </div>
    </form>
  );
}
