import type { ApiKey } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { dateLabel } from '#web/platform/format.ts';
import { lastSyncInSentence } from '#web/platform/instant-labels.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { apiKeysQuery, useRevokeKey } from './api-keys.query.ts';
import { scopeLabels } from './scope-labels.ts';
import { lazyComponent } from '#web/ui/lazy-part.tsx';

const CreateKey = lazyComponent(async () => (await import('./create-key.tsx')).default);

/** The user's API keys, each with its last use. */
export function ApiKeysCard() {
  const { data, error, isFetching, refetch } = useQuery(apiKeysQuery);
  const [isCreating, setIsCreating] = useState(false);
  const create = (
    <Button
      size="small"
      variant="primary"
      icon={<Plus size={16} aria-hidden="true" />}
      onClick={() => setIsCreating(true)}
    >
      Create key
    </Button>
  );

  return (
    <Card title="API Keys" sub="Keys can only read, and only what you choose." tools={data && create}>
      {data ? (
        data.keys.length > 0 ? (
          <KeyList keys={data.keys} />
        ) : (
          <EmptyState
            compact
            title="No API keys yet"
            why="With a key, programs and assistants can read your analytics."
          />
        )
      ) : error ? (
        <LoadFailure title="Could not load your API keys" error={error} isRetrying={isFetching} onRetry={refetch} />
      ) : (
        <Skeleton height={120} />
      )}
      {isCreating && <CreateKey onClose={() => setIsCreating(false)} />}
    </Card>
  );
}

function KeyList({ keys }: { keys: ApiKey[] }) {
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const revoke = useRevokeKey();
  return (
    <>
      <RowList>
        {keys.map((key) => (
          <Row
            key={key.id}
            name={
              <>
                <bdi>{key.name}</bdi> {key.isExpired && <Chip tone="warn">Expired</Chip>}
              </>
            }
            notes={[
              <>
                <code>{key.hint}…</code> · {key.scopes.map((scope) => scopeLabels[scope].name).join(', ')}
              </>,
              `${key.lastUsedAt ? `Last used ${lastSyncInSentence(key.lastUsedAt)}` : 'Not used yet'} · ${toExpiry(key)}`,
            ]}
          >
            <Button
              size="small"
              busy={revoke.isPending && revoke.variables === key.id}
              busyLabel="Revoking…"
              aria-label={`Revoke ${key.name}`}
              onClick={() => setAsked(key)}
            >
              Revoke
            </Button>
          </Row>
        ))}
      </RowList>
      <ConfirmDialog
        open={asked !== null}
        title="Revoke this API key?"
        confirm="Revoke key"
        onClose={() => setAsked(null)}
        onConfirm={() => asked && revoke.mutate(asked.id)}
      >
        Programs that use “{asked?.name}” lose access immediately. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

function toExpiry({ expiresAt, isExpired }: ApiKey): string {
  if (!expiresAt) return 'never expires';
  return `${isExpired ? 'expired' : 'expires'} ${dateLabel(expiresAt)}`;
}
