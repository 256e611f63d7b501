import {
  fullReportSections,
  minPasscodeLength,
  type ReportSectionKind,
  reportSectionKinds,
  type ShareLink,
} from '@tidemark/contract';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { displayName, useNetworkAccounts, useNetworkMetrics, useShownAccounts } from '#web/features/accounts/index.ts';
import { reportSectionNames } from '@tidemark/presentation';
import { spanLabel, usePeriod, useToday } from '#web/features/periods/index.ts';
import { CallError } from '#web/platform/failed-call.ts';
import { viewerTimeZone } from '#web/platform/time-zone.ts';
import { BoxedChoice } from '#web/ui/boxed-choice.tsx';
import { SecretToCopy } from '#web/ui/copy.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SecretDialog } from '#web/ui/secret-dialog.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Choices, Labelled, PreviewChoice } from './form-parts.tsx';
import { PasscodeField } from './passcode-field.tsx';
import { type Comments, ShareComments } from './share-comments.tsx';
import {
  initialSections,
  type Lifetime,
  lifetimes,
  type RangeName,
  toComparison,
  toDays,
  toRange,
} from './share-choice.ts';
import { toShareTitle } from './share-title.ts';
import { useCreateShare } from './shares.query.ts';
import styles from './shares.module.css';

const comparisons = [
  { value: 'none', label: 'None' },
  { value: 'previous-period', label: 'Previous period' },
  { value: 'previous-year', label: 'Previous year' },
] as const;

const foldedFailures = new Set<CallError['code']>(['invalid_input', 'account_not_found']);

export default function ShareDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateShare();
  const accounts = useNetworkAccounts();
  const isPartial = useNetworkMetrics() !== undefined;
  const period = usePeriod();
  const [accountIds, setAccountIds] = useState<readonly string[]>(useShownAccounts());
  const today = useToday();
  /** Null: follows the chosen accounts and days. */
  const [ownTitle, setOwnTitle] = useState<string | null>(null);
  const [sections, setSections] = useState(initialSections);
  const [comments, setComments] = useState<Comments>({});
  const [range, setRange] = useState<RangeName>('shown');
  const [comparison, setComparison] = useState(() => toComparison(period.comparison));
  const [isFrozen, setIsFrozen] = useState(false);
  const [lifetime, setLifetime] = useState<Lifetime>('30');
  const [passcode, setPasscode] = useState('');
  const [mayBeEmbedded, setMayBeEmbedded] = useState(false);
  const [titleInPreviews, setTitleInPreviews] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const names = accounts.filter(({ _id }) => accountIds.includes(_id)).map(displayName);
  const title = ownTitle ?? toShareTitle(names, range, { ...period, today });
  const isEmpty = accountIds.length === 0 || sections.length === 0;

  function submit() {
    if (isEmpty) return setOpen(true);
    create.mutate(
      {
        choice: {
          title,
          accountIds: [...accountIds],
          range: toRange(range, period),
          comparison,
          timeZone: viewerTimeZone(),
          sections: sections.map((kind) => ({ kind, comment: comments[kind] ?? '' })),
        },
        isFrozen,
        expiresInDays: toDays(lifetime),
        passcode: passcode === '' ? null : passcode,
        mayBeEmbedded,
        titleInPreviews,
      },
      {
        // What is wrong is among the options.
        onError: (error) => error instanceof CallError && foldedFailures.has(error.code) && setOpen(true),
      },
    );
  }

  if (create.data) return <NewLink link={create.data} onClose={onClose} />;
  return (
    <FormDialog
      title="Share this dashboard"
      width="medium"
      action="Create link"
      busyLabel="Creating…"
      mutation={create}
      failure="Could not create the link"
      className={styles.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>Anyone with the link can see it without signing in, and nothing else.</p>
      <TextField
        label="Title"
        value={title}
        maxCharacters={120}
        autoComplete="off"
        required
        onChange={({ target }) => setOwnTitle(target.value)}
      />
      <Labelled label="Numbers">
        <Segmented
          label="Numbers"
          value={isFrozen ? 'frozen' : 'live'}
          options={[
            { value: 'live', label: 'Keep updating' },
            { value: 'frozen', label: 'Freeze today’s numbers' },
          ]}
          onChange={(value) => setIsFrozen(value === 'frozen')}
        />
      </Labelled>
      <details
        className={styles.options}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        // A browser does not report what is wrong in a closed part.
        onInvalidCapture={() => setOpen(true)}
      >
        <summary>
          Options
          <ChevronDown size={17} aria-hidden="true" />
        </summary>
        <div className={styles.form}>
          <Choices
            legend="Accounts"
            error={accountIds.length === 0 ? 'Choose at least one account.' : null}
            options={accounts.map((account) => ({ value: account._id, label: <bdi>{displayName(account)}</bdi> }))}
            chosen={accountIds}
            onChange={setAccountIds}
          />
          <Choices<ReportSectionKind>
            legend="Sections"
            error={sections.length === 0 ? 'Choose at least one section.' : null}
            options={reportSectionKinds
              .filter((kind) => !isPartial || !fullReportSections.includes(kind))
              .map((kind) => ({ value: kind, label: reportSectionNames[kind] }))}
            chosen={sections}
            onChange={setSections}
          />
          <ShareComments sections={sections} comments={comments} onChange={setComments} />
          <Select label="Days" value={range} onChange={({ target }) => setRange(target.value as RangeName)}>
            <option value="shown">{spanLabel(period)}</option>
            <option value="last-7">Always the last 7 days</option>
            <option value="last-28">Always the last 28 days</option>
            <option value="last-30">Always the last 30 days</option>
            <option value="last-90">Always the last 90 days</option>
            <option value="last-365">Always the last 365 days</option>
            <option value="last-month">Always the last month</option>
          </Select>
          <Labelled label="Compare with">
            <Segmented label="Compare with" value={comparison} options={comparisons} onChange={setComparison} />
          </Labelled>
          <Labelled label="Expires">
            <Segmented label="Expires" value={lifetime} options={lifetimes} onChange={setLifetime} />
          </Labelled>
          <PasscodeField
            value={passcode}
            onChange={setPasscode}
            hint={`Optional, ${minPasscodeLength} characters or more.`}
          />
          <BoxedChoice
            type="checkbox"
            label="Allow embedding"
            note="On other sites, in a frame"
            checked={mayBeEmbedded}
            onChange={({ target }) => setMayBeEmbedded(target.checked)}
          />
          <PreviewChoice checked={titleInPreviews} hasPasscode={passcode !== ''} onChange={setTitleInPreviews} />
        </div>
      </details>
    </FormDialog>
  );
}

function NewLink({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  return (
    <SecretDialog title="Your link is ready" className={styles.form} onClose={onClose}>
      <SecretToCopy
        label="Link"
        value={link.url ?? ''}
        action="Copy link"
        hint={
          link.hasPasscode
            ? 'Send the passcode separately. You can copy, change and revoke the link under Sharing in your profile.'
            : 'You can copy, change and revoke it under Sharing in your profile.'
        }
      />
    </SecretDialog>
  );
}
