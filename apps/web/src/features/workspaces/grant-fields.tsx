import { type Report, workspaceRoles } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { reportsQuery, useReportTitle } from '#web/features/reports/index.ts';
import { BoxedChoice, BoxedChoices } from '#web/ui/boxed-choice.tsx';
import type { Grant } from './members.query.ts';
import { roleLabels } from './roles.ts';

const mostFirst = workspaceRoles.toReversed();

interface GrantFieldsProps {
  grant: Grant;
  onChange: (grant: Grant) => void;
}

/** Chooses a role, and for a client the accounts and reports. */
export function GrantFields({ grant, onChange }: GrantFieldsProps) {
  const { role, accountIds = [] } = grant;
  const { accounts } = useAccounts();
  return (
    <>
      <BoxedChoices legend="Role">
        {mostFirst.map((one) => (
          <BoxedChoice
            key={one}
            type="radio"
            name="role"
            label={roleLabels[one].name}
            note={roleLabels[one].about}
            checked={one === role}
            onChange={() => onChange(one === 'client' ? { role: one, accountIds: [] } : { role: one })}
          />
        ))}
      </BoxedChoices>
      {role === 'client' && (
        <BoxedChoices legend="Accounts that the client sees">
          {accounts.map((account) => (
            <BoxedChoice
              key={account._id}
              type="checkbox"
              label={displayName(account)}
              checked={accountIds.includes(account._id)}
              onChange={({ target }) =>
                onChange({
                  ...grant,
                  accountIds: accounts
                    .map(({ _id }) => _id)
                    .filter((id) => (id === account._id ? target.checked : accountIds.includes(id))),
                })
              }
            />
          ))}
        </BoxedChoices>
      )}
      {role === 'client' && accountIds.length > 0 && <ReportFields grant={grant} onChange={onChange} />}
    </>
  );
}

/** Chooses among the reports about none but the client's accounts; all of them unless some are chosen. */
function ReportFields({ grant, onChange }: GrantFieldsProps) {
  const { data: reports = [] } = useQuery(reportsQuery);
  const { accountIds = [], reportIds, ...rest } = grant;
  const open = reports.filter(
    ({ choice }) => choice.accountIds.length > 0 && choice.accountIds.every((id) => accountIds.includes(id)),
  );
  return (
    <>
      <BoxedChoices legend="Reports that the client sees">
        <BoxedChoice
          type="radio"
          name="reports"
          label="All"
          note="About none but these accounts"
          checked={!reportIds}
          onChange={() => onChange({ ...rest, accountIds })}
        />
        <BoxedChoice
          type="radio"
          name="reports"
          label="Chosen"
          note="Among these, only what you choose"
          checked={reportIds !== undefined}
          onChange={() => onChange({ ...grant, reportIds: [] })}
        />
      </BoxedChoices>
      {reportIds && open.length === 0 && <p>No report is about none but these accounts yet.</p>}
      {reportIds && open.length > 0 && (
        <BoxedChoices legend="Chosen reports">
          {open.map((report) => (
            <ReportBox
              key={report.id}
              report={report}
              checked={reportIds.includes(report.id)}
              onChange={(isChosen) =>
                onChange({
                  ...grant,
                  reportIds: open
                    .map(({ id }) => id)
                    .filter((id) => (id === report.id ? isChosen : reportIds.includes(id))),
                })
              }
            />
          ))}
        </BoxedChoices>
      )}
    </>
  );
}

interface ReportBoxProps {
  report: Report;
  checked: boolean;
  onChange: (isChosen: boolean) => void;
}

function ReportBox({ report, checked, onChange }: ReportBoxProps) {
  return (
    <BoxedChoice
      type="checkbox"
      label={useReportTitle(report.choice)}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

/** Returns true if the grant lacks what its role needs. */
export const isIncomplete = ({ role, accountIds }: Grant) => role === 'client' && !accountIds?.length;
