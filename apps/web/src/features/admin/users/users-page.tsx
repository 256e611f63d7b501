import { userSorts } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { getServerMessage } from '#web/platform/failed-call.ts';
import { useConfig } from '#web/platform/config.ts';
import { useUser } from '#web/platform/session/user.query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataGrid } from '#web/ui/data-grid/data-grid.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHead } from '../page-head.tsx';
import { SecondFactorNotice } from '../second-factor-notice.tsx';
import { SearchField } from '../search-field.tsx';
import styles from '../system.module.css';
import { useGridView } from '../use-grid-view.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { userColumns } from './user-columns.tsx';
import { type DialogTarget, UserDialogs } from './user-dialogs.tsx';
import { type UsersView, usersQuery } from './users.query.ts';

const pageSizes = [5, 10, 20] as const;
const firstView: UsersView = { page: 0, pageSize: 5, sort: 'name', order: 'asc', search: '' };

export function UsersPage() {
  const ownId = useUser().user._id;
  const { builtInSignIn } = useConfig();
  const [isInviting, setIsInviting] = useState(false);
  const { view, onSearch, props } = useGridView(firstView, { sorts: userSorts, pageSizes });
  const [asked, setDialog] = useState<DialogTarget | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery(usersQuery(view));

  return (
    <div className={styles.page}>
      <SecondFactorNotice />
      <PageHead title="Users">Role changes take effect immediately and are recorded in the audit log.</PageHead>
      <Card aria-label="Users" className={styles.untitled}>
        <div className={styles.toolbar}>
          <SearchField label="Search name or email" onSearch={onSearch} />
          {builtInSignIn && (
            <Button
              variant="primary"
              icon={<UserPlus size={17} aria-hidden="true" />}
              onClick={() => setIsInviting(true)}
            >
              Invite
            </Button>
          )}
        </div>
        <DataGrid
          label="Users"
          minWidth="1000px"
          columns={userColumns({
            ownId,
            canReset: builtInSignIn,
            onAction: (action, user) => setDialog({ action, user }),
          })}
          rows={data?.users ?? []}
          rowId={({ id }) => id}
          rowCount={data?.total ?? 0}
          {...props}
          loading={isPending}
          refreshing={isFetching}
          failure={
            error && (
              <EmptyState
                title="Failed to load users"
                why={getServerMessage(error, 'Could not reach the server.')}
                action={<Button onClick={() => void refetch()}>Try again</Button>}
              />
            )
          }
          empty={<EmptyState title="No users found" why={`No users match “${view.search}”.`} />}
        />
      </Card>
      {builtInSignIn && <InvitationsCard />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
      <UserDialogs asked={asked} onClose={() => setDialog(null)} />
    </div>
  );
}
