import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from './session-context.ts';

/** Logs out: on our server, then at the identity provider, then returns to the start page. */
export function useLogOut() {
  const { session } = useSession();
  const queries = useQueryClient();

  useEffect(() => {
    queries.clear();
    void session.logOut();
  }, [queries, session]);
}
