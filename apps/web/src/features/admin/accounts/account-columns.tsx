import type { AccountSort, AdminAccount } from '@tidemark/contract';
import { Pencil } from 'lucide-react';
import { timeFromNow } from '#web/features/accounts/index.ts';
import { gridNumber } from '#web/platform/format.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import type { GridColumn } from '#web/ui/data-grid/grid-model.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { NetworkIcon } from '#web/ui/network-icon.tsx';
import styles from './accounts.module.css';
import { serverNow } from '#web/platform/server-clock.ts';

type Field = AccountSort | 'platform' | 'dailyAverage' | 'dailyMax' | 'dailyMin' | 'edit';

export const platformNames = {
  instagram_account: 'Instagram',
  facebook_page: 'Facebook Page',
  bluesky_account: 'Bluesky',
} as const;

export function accountColumns({
  onEdit,
}: {
  onEdit: (account: AdminAccount) => void;
}): GridColumn<AdminAccount, Field>[] {
  return [
    {
      field: 'accountName',
      header: 'Account',
      isText: true,
      sortable: true,
      phone: 'wide',
      cell: (account) => <Account account={account} />,
    },
    {
      field: 'platform',
      phone: 'hidden',
      header: 'Platform',
      width: '112px',
      cell: ({ platform }) => <PlatformChip platform={platform} />,
    },
    figure('lastHour', 'Last Hour', 'Since the start of the hour', ({ lastHour }) => gridNumber(lastHour)),
    figure('lastDay', 'Last Day', 'This hour and the previous 23', ({ lastDay }) => gridNumber(lastDay)),
    figure('dailyAverage', 'Daily Average', undefined, (account) => (
      <Daily account={account} value={averageText(account.dailyAverage)} />
    )),
    figure('dailyMax', 'Daily Max', undefined, (account) => (
      <Daily account={account} value={gridNumber(account.dailyMax)} className={styles.most} />
    )),
    figure('dailyMin', 'Daily Min', undefined, (account) => (
      <Daily account={account} value={gridNumber(account.dailyMin)} className={styles.least} />
    )),
    {
      ...figure('throttle', 'Throttle', 'Multiplies the time between syncs; 1 is the normal schedule', (account) => (
        <Throttle account={account} />
      )),
      width: '136px',
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

/** A phone shows only this line; the rest is in the account's dialog. */
function Account({ account: { accountName, avatarUrl, lastDay, throttle } }: { account: AdminAccount }) {
  const isPhone = useMedia('(width < 700px)');
  return (
    <span className={styles.account}>
      <Avatar src={avatarUrl} name={accountName} size={40} />
      <span className={styles.lines}>
        <span className={styles.name} title={accountName} dir="auto">
          {accountName}
        </span>
        {isPhone && (
          <span className={styles.detail}>
            {gridNumber(lastDay)} last day, throttle {throttle.toFixed(2)}
          </span>
        )}
      </span>
    </span>
  );
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
    phone: 'hidden',
    width: widths[field] ?? '10%',
    align: 'end',
    sortable: sortable.includes(field),
    cell,
  };
}

interface DailyProps {
  account: AdminAccount;
  value: string;
  className?: string | undefined;
}

/** Shows a dash before an account's first full day with calls, when there is nothing to average. */
function Daily({ account: { dailyMax }, value, className }: DailyProps) {
  if (dailyMax > 0) return <span className={className}>{value}</span>;
  return (
    <span className={styles.least} title="Available after the first full day">
      —
    </span>
  );
}

/** Formats small averages with one more decimal. */
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
      <span className={styles.detail}>{nextSyncAt ? `sync ${nextText(nextSyncAt)}` : 'no sync scheduled'}</span>
    </span>
  );
}

export function nextText(nextSyncAt: string, now = serverNow().getTime()): string {
  return Date.parse(nextSyncAt) <= now ? 'due now' : timeFromNow(nextSyncAt, now);
}
