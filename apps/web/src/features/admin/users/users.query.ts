import {
  confirmEmail,
  dayMillis,
  listUsers,
  setSubscription,
  setUserDisabled,
  setUserRole,
  type AdminUser,
  type Role,
  type UserSort,
} from '@tidemark/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/call.ts';
import { notify } from '#web/ui/toaster.tsx';
import { adminKeys } from '../admin-keys.ts';
import type { GridView } from '../use-grid-view.ts';
import { serverNow } from '#web/platform/server-clock.ts';

export type UsersView = GridView<UserSort, 5 | 10 | 20>;

export function usersQuery({ page, pageSize, sort, order, search }: UsersView) {
  const query = { page: String(page), pageSize: `${pageSize}` as const, sort, order, search };
  return queryOptions({
    queryKey: adminKeys.users(query),
    queryFn: ({ signal }) => call(listUsers, { query }, signal),
    placeholderData: keepPreviousData,
  });
}

export type UserChange =
  | { kind: 'email' }
  | { kind: 'role'; role: Role }
  | { kind: 'disabled'; disabled: boolean }
  | { kind: 'plan'; plan: string; days: number };

export function useChangeUser({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ user, change }: { user: AdminUser; change: UserChange }) => send(user, change),
    async onSuccess(_, { user, change }) {
      notify.success(doneText(user, change));
      await queries.invalidateQueries({ queryKey: adminKeys.all });
      onDone();
    },
  });
}

async function send({ id, unconfirmedEmail }: AdminUser, change: UserChange): Promise<void> {
  const params = { userId: id };
  if (change.kind === 'email') await call(confirmEmail, { params, body: { email: unconfirmedEmail ?? '' } });
  else if (change.kind === 'role') await call(setUserRole, { params, body: { role: change.role } });
  else if (change.kind === 'disabled') await call(setUserDisabled, { params, body: { disabled: change.disabled } });
  else {
    const ends = new Date(serverNow().getTime() + change.days * dayMillis).toISOString();
    const isFree = change.plan === 'free';
    const end = isFree ? null : ends;
    const body = { plan: change.plan, currentPeriodEnd: end, cancelAt: end };
    await call(setSubscription, { params, body: { ...body, status: isFree ? 'free' : 'active' } });
  }
}

function doneText({ name }: AdminUser, change: UserChange): string {
  if (change.kind === 'email') return `Email confirmed for ${name}`;
  if (change.kind === 'plan') return `Plan changed for ${name}`;
  if (change.kind === 'disabled') return change.disabled ? `${name} is disabled` : `${name} is enabled again`;
  return change.role === 'system-admin' ? `${name} is now an operator` : `${name} is no longer an operator`;
}
