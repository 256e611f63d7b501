import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { switchWorkspace } from './switch-workspace.ts';

/** The workspaces of which the user is a member, their own first. */
export function WorkspaceItems() {
  const { workspace, workspaces } = useWorkspaces();
  return (
    <>
      <MenuSeparator />
      {workspaces.map(({ id, name }, index) => (
        <MenuItem
          key={id}
          checked={workspace ? id === workspace.id : index === 0}
          onSelect={() => void switchWorkspace(id)}
        >
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
      <MenuSeparator />
    </>
  );
}
