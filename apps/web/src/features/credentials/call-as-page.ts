import { sessionHeader } from '@tidemark/contract';

/** Header that other sites cannot send: the server answers the sign-in pages only. */
export const asPage = { headers: { [sessionHeader]: '1' } };

export const signInPath = '/api/v1/session/sign-in';
