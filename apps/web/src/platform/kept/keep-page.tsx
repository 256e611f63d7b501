import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepApp, registerWorker } from './keep-app.ts';
import { claimKept, keepFigures } from './keep-figures.ts';
import { useKeepChoice } from './kept-choice.ts';

/** Keeps this page for the time when the server cannot be reached, unless the user has turned that off. */
export function KeepPage({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const isChosen = useKeepChoice();

  useEffect(() => {
    if (!isChosen) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    async function start() {
      if (!(await registerWorker())) return;
      await claimKept(userId);
      if (isOver) return;
      stop = keepFigures(queries);
      await keepApp();
    }
    // A browser may refuse to store anything; nothing depends on it.
    void start().catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isChosen, queries, userId]);

  return null;
}
