import type { EndpointResponse, listMembers, Member } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#web/platform/session/user.query.ts';
import { useMay, useWorkspaces } from '#web/platform/session/workspace.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AcceptInvitation } from './accept-invitation.tsx';
import ChangeMemberDialog from './change-member-dialog.tsx';
import { LendCard } from './lend-card.tsx';
import HandOverDialog from './hand-over-dialog.tsx';
import InviteDialog from './invite-dialog.tsx';
import { InvitationRow, MemberRow } from './member-rows.tsx';
import { membersQuery, useLeave, useRemoveMember } from './members.query.ts';
import RenameDialog from './rename-dialog.tsx';
import styles from './workspaces.module.css';

type Team = EndpointResponse<typeof listMembers>;

/** The people of the workspace that the page shows. */
export default function TeamPanel({ invitation }: { invitation: string | null }) {
  const mayEdit = useMay('editor');
  const { workspace } = useWorkspaces();
  return (
    <>
      {invitation !== null && <AcceptInvitation token={invitation} />}
      <MembersCard />
      {workspace && mayEdit && <LendCard />}
    </>
  );
}

type Asked = 'invite' | 'rename' | 'hand over' | 'leave';

function MembersCard() {
  const { user } = useUser();
  const { workspace } = useWorkspaces();
  const mayManage = useMay('owner');
  const { data, error, isFetching, refetch } = useQuery(membersQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const leave = useLeave(user._id);
  const close = () => setAsked(null);

  return (
    <Card
      title="Team"
      tools={
        mayManage && (
          <Button
            size="small"
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            onClick={() => setAsked('invite')}
          >
            Invite
          </Button>
        )
      }
    >
      {data ? (
        <div className={styles.team}>
          <p className={styles.text}>{describe(data, workspace?.role === 'client')}</p>
          <MemberList {...data} mayManage={mayManage} />
          <div className={styles.actions}>
            {mayManage && (
              <Button size="small" onClick={() => setAsked('rename')}>
                Name the workspace
              </Button>
            )}
            {!workspace && data.members.length > 1 && (
              <Button size="small" onClick={() => setAsked('hand over')}>
                Hand over
              </Button>
            )}
            {workspace && (
              <Button
                size="small"
                busy={leave.isPending || leave.isSuccess}
                busyLabel="Leaving…"
                onClick={() => setAsked('leave')}
              >
                Leave this workspace
              </Button>
            )}
          </div>
          {asked === 'hand over' && (
            <HandOverDialog members={data.members.filter(({ userId }) => userId !== user._id)} onClose={close} />
          )}
          {asked === 'rename' && <RenameDialog name={data.name} onClose={close} />}
        </div>
      ) : error ? (
        <LoadFailure title="Could not load the team" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={120} />
      )}
      {asked === 'invite' && <InviteDialog onClose={close} />}
      <ConfirmDialog
        open={asked === 'leave'}
        title="Leave this workspace?"
        confirm="Leave"
        onClose={close}
        onConfirm={() => workspace && leave.mutate(workspace.id)}
      >
        You no longer see its accounts, and what you made stays there. Only an owner can invite you again.
      </ConfirmDialog>
    </Card>
  );
}

function MemberList({ members, invitations, mayManage }: Team & { mayManage: boolean }) {
  const ownId = useUser().user._id;
  const [changed, setChanged] = useState<Member | null>(null);
  const [removed, setRemoved] = useState<Member | null>(null);
  const remove = useRemoveMember();
  return (
    <>
      <RowList>
        {members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            isSelf={member.userId === ownId}
            {...(mayManage &&
              canChange(member, ownId) && {
                onChange: () => setChanged(member),
                onRemove: () => setRemoved(member),
              })}
          />
        ))}
        {invitations.map((one) => (
          <InvitationRow key={one.id} invitation={one} />
        ))}
      </RowList>
      {changed && <ChangeMemberDialog member={changed} onClose={() => setChanged(null)} />}
      <ConfirmDialog
        open={removed !== null}
        title="Remove this member?"
        confirm="Remove"
        onClose={() => setRemoved(null)}
        onConfirm={() => removed && remove.mutate(removed.userId)}
      >
        {removed?.name} loses access within seconds. What they made stays in the workspace.
      </ConfirmDialog>
    </>
  );
}

/** The person whose workspace it was first stays its owner, and nobody changes their own role. */
const canChange = ({ userId, joinedAt }: Member, ownId: string) => joinedAt !== null && userId !== ownId;

function describe({ name, members }: Team, isClient: boolean) {
  if (isClient)
    return (
      <>
        <bdi>{name}</bdi> shows you the accounts and reports chosen for you.
      </>
    );
  if (members.length > 1)
    return (
      <>
        Members of <bdi>{name}</bdi>. They share its accounts, labels, notes and reports; sign-ins, keys and connections
        stay with each person.
      </>
    );
  return 'Invite colleagues to work on your accounts, labels, notes and reports, or clients to see the accounts you choose. Your sign-in, keys and connections stay yours.';
}
