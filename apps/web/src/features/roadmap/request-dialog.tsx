import { requestFeature } from '@tidemark/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { type SyntheticEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { call } from '#web/platform/call.ts';
import { CallError, getServerMessage } from '#web/platform/failed-call.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { DialogActions } from '#web/ui/dialog-actions.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { notify } from '#web/ui/toaster.tsx';
import styles from './request-dialog.module.css';
import { roadmapQuery } from './roadmap.query.ts';

const closesAfterMilliseconds = 2000;

interface RequestDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called after the thank-you message, or when it is closed. */
  onRequested: () => void;
}

const blank = { title: '', description: '' };

export function RequestDialog({ open, onClose, onRequested }: RequestDialogProps) {
  const form = useId();
  const { user } = useUser();
  const [{ title, description }, setDraft] = useState(blank);
  const request = useRequest();
  const isBlank = title.trim() === '' || description.trim() === '';

  function close() {
    if (request.isSuccess) {
      request.reset();
      onRequested();
    } else onClose();
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isBlank) notify.error('Please fill in both title and description');
    else if (!request.isPending)
      request.mutate({ title: title.trim(), description: description.trim() }, { onSuccess: () => setDraft(blank) });
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Request a Feature"
      footer={
        !request.isSuccess && (
          <DialogActions
            form={form}
            disabled={isBlank}
            busy={request.isPending}
            busyLabel="Submitting..."
            onCancel={close}
          >
            Submit Request
          </DialogActions>
        )
      }
    >
      {request.isSuccess ? (
        <Thanks url={request.data.issue.url} onDone={close} />
      ) : (
        <form id={form} className={styles.form} onSubmit={submit}>
          <TextField
            label="Requested by"
            value={user.name || 'Anonymous'}
            hint="Your name and user ID are published with the request. A public issue tracker may keep them in its history."
            readOnly
          />
          <TextField
            label="Feature Name"
            value={title}
            maxCharacters={300}
            required
            onChange={({ target }) => setDraft({ title: target.value, description })}
            // Browsers do not submit on Enter while the button is disabled, so nothing would say why.
            onKeyDown={(event) => event.key === 'Enter' && isBlank && submit(event)}
          />
          <TextArea
            label="Description"
            value={description}
            rows={4}
            maxCharacters={5000}
            required
            onChange={({ target }) => setDraft({ title, description: target.value })}
          />
          <p className={styles.note}>Your submission will be publicly visible.</p>
        </form>
      )}
    </Dialog>
  );
}

/** Thanks the user for a moment. */
function Thanks({ url, onDone }: { url: string | null; onDone: () => void }) {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const timer = setTimeout(() => done(), closesAfterMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.thanks} role="status">
      <PartyPopper size={34} aria-hidden="true" />
      <p className={styles.headline}>Thank you for your suggestion!</p>
      <p>We&apos;ve received your feature request and will consider it for our roadmap.</p>
      {url && (
        <a href={url} target="_blank" rel="noreferrer">
          View the public issue
        </a>
      )}
    </div>
  );
}

function useRequest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { title: string; description: string }) => call(requestFeature, { body }),
    async onSuccess() {
      notify.success('Feature request submitted successfully!');
      await queries.invalidateQueries({ queryKey: roadmapQuery.queryKey });
    },
    onError(failure) {
      notify.error(
        failure instanceof CallError
          ? getServerMessage(failure, 'Failed to submit feature request')
          : 'Failed to submit feature request. Please try again.',
      );
    },
  });
}
