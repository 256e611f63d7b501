import { Button } from '#web/ui/button.tsx';
import { FullScreen } from './full-screen.tsx';

export function ConfigFailed() {
  return (
    <FullScreen title="Tidemark is not responding" text="Could not reach the server. Try again in a moment.">
      <Button variant="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </FullScreen>
  );
}
