import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface DialogActionsProps extends ComponentProps<typeof Button> {
  onCancel: () => void;
}

/** A dialog's footer: Cancel, and the button that acts, which submits `form` if there is one. */
export function DialogActions({ onCancel, ...action }: DialogActionsProps) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant="primary" type={action.form ? 'submit' : 'button'} {...action} />
    </>
  );
}
