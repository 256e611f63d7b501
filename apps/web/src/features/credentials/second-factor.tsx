import { useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import RequireCodes from './require-codes.tsx';
import { SignInFrame } from './sign-in-frame.tsx';

/** Replaces the app for users who must set up a second factor first. */
export default function SecondFactor({ onDone }: { onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SignInFrame
      title="Set up a second factor"
      text="This site requires more than a password. Connect an authenticator app; you enter its code when you sign in."
    >
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        Connect an app
      </Button>
      <a className={buttonClass('text')} href="/logout">
        Log out
      </a>
      {isOpen && (
        <RequireCodes
          hasPassword
          onClose={() => {
            setIsOpen(false);
            onDone();
          }}
        />
      )}
    </SignInFrame>
  );
}
