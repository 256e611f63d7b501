import type { ShareLink } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toaster.tsx';
import { contentLabel, toUseLabel, stateLabels } from './link-labels.ts';
import { sharesQuery, useEndShare } from './shares.query.ts';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const EditLink = lazyComponent(async () => (await import('./edit-link.tsx')).default);

/** Lists the user’s share links with their content, expiry and views. */
export default function ShareLinksPanel() {
  const { data, error, isFetching, refetch } = useQuery(sharesQuery);
  return (
    <Card title="Share Links" sub="Anyone with a link can see it without signing in.">
      {data ? (
        data.links.length > 0 ? (
          <LinkList links={data.links} />
        ) : (
          <EmptyState
            compact
            title="No share links yet"
            why="Press Share on the Overview to show it to people who can’t sign in."
          />
        )
      ) : error ? (
        <LoadFailure title="Could not load your share links" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}

function LinkList({ links }: { links: ShareLink[] }) {
  const [asked, setAsked] = useState<ShareLink | null>(null);
  const [edited, setEdited] = useState<ShareLink | null>(null);
  const end = useEndShare();
  const isActive = asked?.state === 'active';
  return (
    <>
      <RowList>
        {links.map((link) => (
          <LinkRow
            key={link.id}
            link={link}
            isEnding={end.isPending && end.variables.id === link.id}
            onEdit={() => setEdited(link)}
            onEnd={() => (link.state === 'revoked' ? end.mutate({ id: link.id, isActive: false }) : setAsked(link))}
          />
        ))}
      </RowList>
      <ConfirmDialog
        open={asked !== null}
        title={isActive ? 'Revoke this link?' : 'Remove this link?'}
        confirm={isActive ? 'Revoke link' : 'Remove link'}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && end.mutate({ id: asked.id, isActive })}
      >
        {isActive
          ? `“${asked.choice.title}” will stop working for everyone. This cannot be undone.`
          : 'Its expiry can no longer be extended.'}
      </ConfirmDialog>
      {edited && <EditLink link={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

interface LinkRowProps {
  link: ShareLink;
  isEnding: boolean;
  onEdit: () => void;
  onEnd: () => void;
}

function LinkRow({ link, isEnding, onEdit, onEnd }: LinkRowProps) {
  const { choice, state, url } = link;
  const { accounts } = useAccounts();
  const shown = accounts.filter(({ _id }) => choice.accountIds.includes(_id)).map(displayName);
  return (
    <Row
      name={
        <>
          <bdi>{choice.title}</bdi> {state !== 'active' && <Chip tone="warn">{stateLabels[state]}</Chip>}{' '}
          {link.hasPasscode && <Chip>Passcode</Chip>}
        </>
      }
      notes={[
        <>
          <bdi>{shown.join(', ') || 'No account'}</bdi> · {contentLabel(link)}
        </>,
        toUseLabel(link),
      ]}
    >
      {state === 'active' && url && (
        <Button
          size="small"
          icon={<Copy size={14} aria-hidden="true" />}
          aria-label={`Copy the link ${choice.title}`}
          onClick={() => void copyText(url).then((isCopied) => isCopied && notify.success('Link copied'))}
        >
          Copy
        </Button>
      )}
      {state !== 'revoked' && (
        <Button size="small" aria-label={`Change ${choice.title}`} onClick={onEdit}>
          Change
        </Button>
      )}
      <Button
        size="small"
        busy={isEnding}
        aria-label={`${state === 'active' ? 'Revoke' : 'Remove'} ${choice.title}`}
        onClick={onEnd}
      >
        {state === 'active' ? 'Revoke' : 'Remove'}
      </Button>
    </Row>
  );
}
