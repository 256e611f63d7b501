import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAccounts } from '#web/features/accounts/index.ts';
import { useInstagramToday } from '#web/features/periods/index.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Page } from '#web/ui/page.tsx';
import { brandQuery } from './logo.query.ts';
import { type ReportDraft, toCurrentTitle, toMissing } from './report-draft.ts';
import { ReportForm } from './report-form.tsx';
import { ReportView } from './report-view.tsx';
import styles from './reports-page.module.css';
import { previewQuery, useDownloadReport, useSaveReport } from './reports.query.ts';

interface ReportBuilderProps {
  /** Null for a report that is not saved yet. */
  id: string | null;
  start: ReportDraft;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** The report's settings, with a preview. */
export function ReportBuilder({ id, start, onSaved, onClose }: ReportBuilderProps) {
  const [draft, setDraft] = useState(start);
  const save = useSaveReport();
  const pdf = useDownloadReport();
  const missing = toMissing(draft);
  return (
    <Page>
      <header className={styles.head}>
        <div>
          <Button variant="text" size="small" icon={<ArrowLeft size={16} aria-hidden="true" />} onClick={onClose}>
            All reports
          </Button>
          <h1>{id === null ? 'New report' : 'Edit report'}</h1>
        </div>
        <div className={styles.actions}>
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            disabled={missing !== null}
            busy={pdf.isPending}
            busyLabel="Creating PDF…"
            onClick={() => pdf.mutate({ choice: draft })}
          >
            Download PDF
          </Button>
          <Button
            variant="primary"
            disabled={missing !== null}
            busy={save.isPending}
            busyLabel="Saving…"
            onClick={() => save.mutate({ id, choice: draft }, { onSuccess: (saved) => onSaved(saved.id) })}
          >
            Save
          </Button>
        </div>
      </header>
      <div className={styles.split}>
        <ReportForm
          draft={draft}
          isNew={id === null}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <section className={styles.preview} aria-label="Preview">
          {missing ? (
            <Card>
              <EmptyState title={missing} />
            </Card>
          ) : (
            <Preview draft={draft} />
          )}
        </section>
      </div>
    </Page>
  );
}

function Preview({ draft }: { draft: ReportDraft }) {
  // Changes to texts need no new figures.
  const { title: _, sections, showsLogo, ...figures } = draft;
  const { accounts } = useAccounts();
  const today = useInstagramToday();
  const kinds = sections.map(({ kind }) => ({ kind, comment: '' }));
  const choice = useSettled({ ...figures, title: 'Report', sections: kinds });
  const { data, error, isFetching, refetch } = useQuery(previewQuery(choice));
  const { data: brand } = useQuery(brandQuery);
  if (error && !data)
    return (
      <Card>
        <LoadFailure title="Could not load the report" error={error} isRetrying={isFetching} onRetry={refetch} />
      </Card>
    );
  if (!data) return <Skeleton height={640} radius={20} />;
  const shown = sections.flatMap(({ kind, comment }) => {
    const section = data.sections.find((one) => one.kind === kind);
    return section ? [{ ...section, comment: comment.trim() }] : [];
  });
  return (
    <div aria-busy={isFetching || undefined} data-preview>
      <ReportView
        content={{ ...data, title: toCurrentTitle(draft, { accounts, today }), sections: shown }}
        logo={showsLogo ? brand?.logo : null}
        color={brand?.color}
      />
    </div>
  );
}

const settleMillis = 400;

/** Returns a value once it has stopped changing. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Value), settleMillis); // the text of a value
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
