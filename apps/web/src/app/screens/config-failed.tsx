import { Button } from '#web/ui/button.tsx';
import { FullScreen } from './full-screen.tsx';

export function ConfigFailed() {
  return (
    <FullScreen title="Tidemark does not answer" text="The server could not be reached. Try again in a moment.">
      <Button variant="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </FullScreen>
  );
}
