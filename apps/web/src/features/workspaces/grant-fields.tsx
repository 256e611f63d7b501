import { workspaceRoles } from '@tidemark/contract';
import { displayName, useAccounts } from '#web/features/accounts/index.ts';
import { BoxedChoice, BoxedChoices } from '#web/ui/boxed-choice.tsx';
import type { Grant } from './members.query.ts';
import { roleLabels } from './roles.ts';

const mostFirst = workspaceRoles.toReversed();

interface GrantFieldsProps {
  grant: Grant;
  onChange: (grant: Grant) => void;
}

/** Chooses a role, and for a client the accounts. */
export function GrantFields({ grant: { role, accountIds = [] }, onChange }: GrantFieldsProps) {
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
                  role,
                  accountIds: accounts
                    .map(({ _id }) => _id)
                    .filter((id) => (id === account._id ? target.checked : accountIds.includes(id))),
                })
              }
            />
          ))}
        </BoxedChoices>
      )}
    </>
  );
}

/** Returns true if the grant lacks what its role needs. */
export const isIncomplete = ({ role, accountIds }: Grant) => role === 'client' && !accountIds?.length;
