import type { AdminUser, UserSort } from '@tidemark/contract';
import {
  CreditCard,
  EllipsisVertical,
  KeyRound,
  MailCheck,
  ShieldCheck,
  ShieldOff,
  UserCheck,
  UserX,
} from 'lucide-react';
import { lastSync } from '#web/platform/instant-labels.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import styles from '../system.module.css';

type Field = UserSort | 'id' | 'role' | 'accountStatus' | 'actions';
export type UserAction = 'role' | 'disabled' | 'plan' | 'reset' | 'email';

export function userColumns({
  ownId,
  canReset,
  onAction,
}: {
  ownId: string;
  /** True if users sign in with Tidemark's own passwords. */
  canReset: boolean;
  onAction: (action: UserAction, user: AdminUser) => void;
}): GridColumn<AdminUser, Field>[] {
  return [
    {
      field: 'id',
      header: 'ID',
      width: '96px',
      phone: 'hidden',
      cell: ({ id }) => (
        <span className={styles.id} title={id}>
          {id.slice(0, 8)}
        </span>
      ),
    },
    {
      field: 'name',
      header: 'Name',
      isText: true,
      sortable: true,
      phone: 'wide',
      cell: ({ name, picture, plan }) => (
        <span className={styles.person}>
          <Avatar src={picture} name={name} size={38} />
          <span className={styles.words}>
            <span className={styles.name} title={name} dir="auto" style={{ display: 'block' }}>
              {name}
            </span>
            <span className={styles.note}>{plan.name} plan</span>
          </span>
        </span>
      ),
    },
    {
      field: 'email',
      header: 'Email',
      isText: true,
      sortable: true,
      cell: ({ email, unconfirmedEmail }) => (
        <>
          <span title={email}>{email || '—'}</span>
          {unconfirmedEmail !== null && (
            <span className={styles.note}>
              {unconfirmedEmail === email ? ' not confirmed' : ` ${unconfirmedEmail} not confirmed`}
            </span>
          )}
        </>
      ),
    },
    {
      field: 'role',
      header: 'Role',
      width: '132px',
      cell: ({ role }) =>
        role === 'system-admin' ? (
          <Chip tone="accent" icon={<ShieldCheck size={13} aria-hidden="true" />}>
            system-admin
          </Chip>
        ) : (
          <Chip>user</Chip>
        ),
    },
    {
      field: 'accountStatus',
      header: 'Account Status',
      width: '130px',
      cell: ({ accountStatus }) =>
        accountStatus === 'active' ? <Chip tone="good">Active</Chip> : <Chip tone="bad">Disabled</Chip>,
    },
    {
      field: 'lastLogin',
      header: 'Last Login',
      sortable: true,
      width: '176px',
      cell: ({ lastLogin }) => (lastLogin ? lastSync(lastLogin) : 'Never'),
    },
    {
      field: 'actions',
      header: 'Actions',
      width: '84px',
      align: 'end',
      phone: 'action',
      cell: (user) => <UserMenu user={user} isOneself={user.id === ownId} canReset={canReset} onAction={onAction} />,
    },
  ];
}

function UserMenu({
  user,
  isOneself,
  canReset,
  onAction,
}: {
  user: AdminUser;
  isOneself: boolean;
  canReset: boolean;
  onAction: (action: UserAction, user: AdminUser) => void;
}) {
  const isOperator = user.role === 'system-admin';
  const isDisabled = user.accountStatus === 'disabled';
  return (
    <Menu
      label={`Change ${user.name}`}
      align="end"
      trigger={(props) => (
        <IconButton label={`Change ${user.name}`} size="small" tooltip={false} {...props}>
          <EllipsisVertical size={17} aria-hidden="true" />
        </IconButton>
      )}
    >
      <MenuItem icon={<CreditCard size={17} />} onSelect={() => onAction('plan', user)}>
        Assign plan
      </MenuItem>
      <MenuItem
        icon={isOperator ? <ShieldOff size={17} /> : <ShieldCheck size={17} />}
        onSelect={() => onAction('role', user)}
      >
        {isOperator ? 'Remove operator role' : 'Make operator'}
      </MenuItem>
      {user.unconfirmedEmail !== null && (
        <MenuItem icon={<MailCheck size={17} />} onSelect={() => onAction('email', user)}>
          Confirm email
        </MenuItem>
      )}
      {canReset && (
        <MenuItem icon={<KeyRound size={17} />} onSelect={() => onAction('reset', user)}>
          Reset password
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={isDisabled ? <UserCheck size={17} /> : <UserX size={17} />}
        danger={!isDisabled}
        reason={isOneself ? 'You can’t disable yourself' : null}
        onSelect={() => onAction('disabled', user)}
      >
        {isDisabled ? 'Re-enable' : 'Disable'}
      </MenuItem>
    </Menu>
  );
}
