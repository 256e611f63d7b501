import type { AccountSort, AdminAccount } from '@tidemark/contract';
import { Pencil } from 'lucide-react';
import { timeFromNow } from '#web/features/accounts/index.ts';
import { gridNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import styles from './accounts.module.css';

type Field = AccountSort | 'platform' | 'dailyAverage' | 'dailyMax' | 'dailyMin' | 'edit';

export const platformNames = { instagram_account: 'Instagram', facebook_page: 'Facebook Page' } as const;

export function accountColumns({
  onEdit,
}: {
  onEdit: (account: AdminAccount) => void;
}): GridColumn<AdminAccount, Field>[] {
  return [
    {
      field: 'accountName',
      header: 'Account',
      sortable: true,
      phone: 'wide',
      cell: ({ accountName, avatarUrl }) => (
        <span className={styles.account}>
          <Avatar src={avatarUrl} name={accountName} size={40} />
          <span className={styles.name} title={accountName}>
            {accountName}
          </span>
        </span>
      ),
    },
    {
      field: 'platform',
      header: 'Platform',
      width: '112px',
      cell: ({ platform }) => <PlatformChip platform={platform} />,
    },
    figure('lastHour', 'Last Hour', 'Since the start of the hour', ({ lastHour }) => gridNumber(lastHour)),
    figure('lastDay', 'Last Day', 'This hour and the previous 23', ({ lastDay }) => gridNumber(lastDay)),
    figure('dailyAverage', 'Daily Average', undefined, ({ dailyAverage }) => averageText(dailyAverage)),
    figure('dailyMax', 'Daily Max', undefined, ({ dailyMax }) => (
      <span className={styles.most}>{gridNumber(dailyMax)}</span>
    )),
    figure('dailyMin', 'Daily Min', undefined, ({ dailyMin }) => (
      <span className={styles.least}>{gridNumber(dailyMin)}</span>
    )),
    {
      ...figure('throttle', 'Throttle', 'Multiplies the time between syncs; 1 is the normal schedule', (account) => (
        <Throttle account={account} />
      )),
      width: '112px',
    },
    {
      field: 'edit',
      header: 'Edit',
      width: '90px',
      align: 'end',
      phone: 'action',
      cell: (account) => (
        <Button
          size="small"
          icon={<Pencil size={14} aria-hidden="true" />}
          aria-label={`Edit ${account.accountName}`}
          onClick={() => onEdit(account)}
        >
          Edit
        </Button>
      ),
    },
  ];
}

const widths: Partial<Record<Field, string>> = {
  lastHour: '8%',
  lastDay: '7.5%',
  dailyAverage: '10.5%',
  dailyMax: '8.5%',
  dailyMin: '8%',
};
const sortable: readonly Field[] = ['lastHour', 'lastDay', 'throttle'];

function figure(
  field: Field,
  header: string,
  description: string | undefined,
  cell: GridColumn<AdminAccount>['cell'],
): GridColumn<AdminAccount, Field> {
  const reported = description === undefined ? {} : { description };
  return {
    field,
    header,
    ...reported,
    width: widths[field] ?? '10%',
    align: 'end',
    sortable: sortable.includes(field),
    cell,
  };
}

/** Small averages are shown with one more decimal. */
export function averageText(average: number): string {
  return average !== 0 && average < 100 ? average.toFixed(1) : gridNumber(average);
}

export function PlatformChip({ platform }: { platform: AdminAccount['platform'] }) {
  return <Chip icon={<NetworkIcon network={platform} size={13} />}>{platformNames[platform]}</Chip>;
}

const redAbove = 10;
const orangeAbove = 5;

function Throttle({ account: { throttle, nextSyncAt } }: { account: AdminAccount }) {
  const tone = throttle > redAbove ? 'red' : throttle > orangeAbove ? 'orange' : undefined;
  return (
    <span className={styles.throttle}>
      <b data-tone={tone}>{throttle.toFixed(2)}</b>
      <span className={styles.next}>{nextSyncAt ? `sync ${nextText(nextSyncAt)}` : 'no sync scheduled'}</span>
    </span>
  );
}

export function nextText(nextSyncAt: string, now = Date.now()): string {
  return Date.parse(nextSyncAt) <= now ? 'due now' : timeFromNow(nextSyncAt, now);
}
