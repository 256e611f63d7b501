import type { EndpointResponse, LabelComparison, LabelMetric, listLabelTests, PostLabel } from '@tidemark/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, FlaskConical, Grid3X3, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dateLabel, plural } from '#web/platform/format.ts';
import { useMay } from '#web/platform/session/workspace.ts';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { GroupTable } from './group-table.tsx';
import { LabelDot } from './label-chip.tsx';
import { basisText, comparisonSentence, isClearRatio, ruleText } from '@tidemark/presentation';
import { periodSearch } from '#web/features/periods/index.ts';
import { LabelsExport } from './labels-export.tsx';
import styles from './labels-page.module.css';
import { useDeleteLabel } from './use-label-changes.ts';

type TestState = EndpointResponse<typeof listLabelTests>['tests'][number];

interface LabelCardProps {
  label: PostLabel;
  metric: LabelMetric;
  /** Undefined while it loads. */
  comparison: LabelComparison | undefined;
  /** Number of labels compared. */
  tested: number;
  test: TestState | undefined;
  onEdit: () => void;
}

/** A label, with a comparison between its posts and similar ones without it. */
export function LabelCard({ label, metric, comparison, tested, test, onEdit }: LabelCardProps) {
  const mayEdit = useMay('editor');
  return (
    <Card
      title={
        <span className={styles.name}>
          <LabelDot color={label.color} />
          <bdi>{label.name}</bdi>
        </span>
      }
      sub={label.rule ? ruleText(label.rule) : 'Labelled by hand'}
      tools={
        <>
          {comparison && <LabelsExport label={label} />}
          <LabelMenu label={label} onEdit={onEdit} />
        </>
      }
      data-panel="label"
    >
      {test && <TestResult label={label} test={test} />}
      {comparison ? (
        <Comparison label={label} metric={metric} comparison={comparison} tested={tested} />
      ) : (
        <Skeleton height={190} radius={14} />
      )}
      {mayEdit && comparison && !comparison.ratio && !label.rule && (
        <Link to="/" search={periodSearch} className={styles.labelPosts}>
          Label posts in the posts list
        </Link>
      )}
    </Card>
  );
}

interface ComparisonProps {
  label: PostLabel;
  metric: LabelMetric;
  comparison: LabelComparison;
  tested: number;
}

function Comparison({ label, metric, comparison, tested }: ComparisonProps) {
  return (
    <>
      <p className={styles.verdict} data-clear={isClearRatio(comparison) || undefined}>
        {comparisonSentence({ name: label.name, metric, comparison })}
      </p>
      {comparison.ratio && (
        <>
          <GroupTable comparison={comparison} metric={metric} color={label.color} />
          <p className={styles.basis}>{basisText(comparison, tested)}</p>
        </>
      )}
    </>
  );
}

function TestResult({ label, test: { posts, result } }: { label: PostLabel; test: TestState }) {
  if (!label.test) return null;
  const { metric, startedAt, resultAt } = label.test;
  return (
    <section className={styles.test} aria-label={`Test of ${label.name}`}>
      <p className={styles.testHead}>
        <FlaskConical size={15} aria-hidden="true" />
        {result
          ? `Result of the test that started on ${dateLabel(startedAt)}`
          : `Test running since ${dateLabel(startedAt)}`}
      </p>
      {result ? (
        <Comparison label={label} metric={metric} comparison={result} tested={1} />
      ) : (
        <p className={styles.verdict}>
          {posts} {plural(posts, 'post')} so far. Result on {dateLabel(resultAt)}.
        </p>
      )}
    </section>
  );
}

function LabelMenu({ label, onEdit }: { label: PostLabel; onEdit: () => void }) {
  const navigate = useNavigate();
  const mayEdit = useMay('editor');
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteLabel(label);
  return (
    <>
      <Menu
        label={`Actions for ${label.name}`}
        trigger={(props) => (
          <IconButton label={`Actions for ${label.name}`} tooltip={false} {...props}>
            <Ellipsis size={18} aria-hidden="true" />
          </IconButton>
        )}
      >
        <MenuItem
          icon={<Grid3X3 size={16} aria-hidden="true" />}
          onSelect={() =>
            void navigate({
              to: '/',
              search: (before: Record<string, unknown>) => ({ ...periodSearch(before), label: label.id }),
            })
          }
        >
          Show posts
        </MenuItem>
        {mayEdit && (
          <>
            <MenuItem icon={<Pencil size={16} aria-hidden="true" />} onSelect={onEdit}>
              Edit
            </MenuItem>
            <MenuItem icon={<Trash2 size={16} aria-hidden="true" />} danger onSelect={() => setAsking(true)}>
              Delete
            </MenuItem>
          </>
        )}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        title={`Delete ${label.name}?`}
        confirm="Delete label"
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>It is removed from all posts{label.test ? ', and its test is lost' : ''}. The posts don’t change.</p>
      </ConfirmDialog>
    </>
  );
}
