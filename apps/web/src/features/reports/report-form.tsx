import { type Account, maxReportAccounts } from '@tidemark/contract';
import { type ReactNode, useState } from 'react';
import { displayName, networkNames, useAccounts } from '#web/features/accounts/index.ts';
import { useInstagramToday } from '#web/features/periods/index.ts';
import { useConfig } from '#web/platform/config.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { BrandColor } from './brand-color.tsx';
import { LogoChoice } from './logo-choice.tsx';
import { type RangeName, rangeNames, type ReportDraft, toCurrentTitle, toRange, toRangeName } from './report-draft.ts';
import { listReportAccounts, listReportNetworks } from './report-network.ts';
import styles from './reports-page.module.css';
import { PostLabelChoice } from './post-label-choice.tsx';
import { SectionChoice } from './section-choice.tsx';
import { TemplateChoice } from './template-choice.tsx';

const comparisons = {
  'previous-period': 'Previous period',
  'previous-year': 'Previous year',
  none: 'None',
} as const;

interface ReportFormProps {
  draft: ReportDraft;
  /** Offers templates. */
  isNew: boolean;
  onChange: (part: Partial<ReportDraft>) => void;
}

export function ReportForm({ draft, isNew, onChange }: ReportFormProps) {
  const today = useInstagramToday();
  const { accounts } = useAccounts();
  const networks = listReportNetworks(accounts);
  const [network, setNetwork] = useState(
    () => accounts.find(({ _id }) => draft.accountIds.includes(_id))?.type ?? networks[0],
  );
  const { metricsByNetwork } = useConfig();
  const isPartial = network !== undefined && metricsByNetwork[network] !== undefined;
  const { range, sections } = draft;
  const hasPosts = sections.some(({ kind }) => kind === 'posts' || kind === 'summary');

  function chooseNetwork(name: string) {
    const chosen = networks.find((type) => type === name);
    setNetwork(chosen);
    onChange({ accountIds: listReportAccounts(accounts, chosen) });
  }

  return (
    <Card className={styles.form}>
      <div className={styles.fields}>
        {isNew && <TemplateChoice draft={draft} onChange={onChange} />}
        <TextField
          label="Title"
          value={draft.title}
          placeholder={toCurrentTitle({ ...draft, title: '' }, { accounts, today })}
          hint={draft.title === '' ? 'Follows the accounts and days until you type one.' : undefined}
          maxCharacters={120}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <Choice
          label="Days"
          value={toRangeName(draft)}
          options={rangeNames}
          onChange={(name: RangeName) => onChange({ range: toRange(name, today) })}
        />
        {range.kind === 'fixed' && (
          <div className={styles.days}>
            <TextField
              label="From"
              type="date"
              value={range.from}
              onChange={({ target }) => onChange({ range: { ...range, from: target.value } })}
            />
            <TextField
              label="To"
              type="date"
              value={range.to}
              onChange={({ target }) => onChange({ range: { ...range, to: target.value } })}
            />
          </div>
        )}
        <Choice
          label="Compare with"
          value={draft.comparison}
          options={comparisons}
          onChange={(comparison) => onChange({ comparison })}
        />
        {networks.length > 1 && network && (
          <Select label="Network" value={network} onChange={({ target }) => chooseNetwork(target.value)}>
            {networks.map((type) => (
              <option key={type} value={type}>
                {networkNames[type]}
              </option>
            ))}
          </Select>
        )}
        <AccountChoice
          accounts={accounts.filter(({ type }) => type === network)}
          chosen={draft.accountIds}
          onChange={(accountIds) => onChange({ accountIds })}
        />
        {hasPosts && (
          <PostLabelChoice chosen={draft.postLabelId} onChange={(postLabelId) => onChange({ postLabelId })} />
        )}
        <SectionChoice
          sections={sections}
          isPartial={isPartial}
          onChange={(chosen) => onChange({ sections: chosen })}
        />
        <LogoChoice isShown={draft.showsLogo} onChange={(showsLogo) => onChange({ showsLogo })} />
        <BrandColor />
      </div>
    </Card>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>): ReactNode {
  const entries = Object.entries(options) as [Value, string][]; // its keys are values
  return (
    <Select label={label} value={value} onChange={({ target }) => onChange(target.value as Value)}>
      {entries.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </Select>
  );
}

interface AccountChoiceProps {
  /** Of one network: figures of different networks count different things. */
  accounts: readonly Account[];
  chosen: readonly string[];
  onChange: (accountIds: string[]) => void;
}

function AccountChoice({ accounts, chosen, onChange }: AccountChoiceProps) {
  const linked = accounts.map(({ _id }) => _id);
  const toggle = (id: string, on: boolean) =>
    onChange(linked.filter((one) => (one === id ? on : chosen.includes(one))));
  const isFull = chosen.length >= maxReportAccounts;
  return (
    <fieldset className={styles.accounts}>
      <legend>Accounts</legend>
      {linked.length > 2 && (
        <Button
          variant="text"
          size="small"
          className={styles.all}
          onClick={() => onChange(chosen.length > 0 ? [] : linked.slice(0, maxReportAccounts))}
        >
          {chosen.length > 0 ? 'Deselect all' : 'Select all'}
        </Button>
      )}
      {accounts.map((account) => {
        const isChosen = chosen.includes(account._id);
        return (
          <label key={account._id}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!isChosen && isFull}
              onChange={({ target }) => toggle(account._id, target.checked)}
            />
            <bdi>{displayName(account)}</bdi>
          </label>
        );
      })}
      {isFull && accounts.length > maxReportAccounts && <p>A report has at most {maxReportAccounts} accounts.</p>}
    </fieldset>
  );
}
