import { useUser } from '#web/platform/session/user.query.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { Select } from '#web/ui/select.tsx';
import { switchWorkspace } from './switch-workspace.ts';

/** Switches between the workspaces of which the user is a member, on phones. */
export function WorkspaceSelect() {
  const { workspace, workspaces } = useWorkspaces();
  const ownId = useUser().user._id;
  return (
    <Select
      label="Workspace"
      value={workspace?.id ?? ownId}
      onChange={({ target }) => void switchWorkspace(target.value)}
    >
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
