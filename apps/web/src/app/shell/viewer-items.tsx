import { useNavigate } from '@tanstack/react-router';
import { LogOut, MonitorSmartphone, UserRound, UsersRound } from 'lucide-react';
import { useSession } from '#web/features/auth/index.ts';
import { useWorkspaces } from '#web/platform/session/workspace.ts';
import { WorkspaceItems } from './workspace-parts.ts';
import { MenuContent, MenuItem } from '#web/ui/menu.tsx';

export function ViewerItems({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const { session } = useSession();
  const { workspaces } = useWorkspaces();
  return (
    <MenuContent close={close}>
      <MenuItem icon={<UserRound size={17} />} onSelect={() => void navigate({ to: '/profile' })}>
        Profile
      </MenuItem>
      <MenuItem
        icon={<UsersRound size={17} />}
        onSelect={() => void navigate({ to: '/profile', search: { tab: 'team' } })}
      >
        Team
      </MenuItem>
      {workspaces.length > 0 && <WorkspaceItems />}
      <MenuItem icon={<LogOut size={17} />} onSelect={() => void navigate({ to: '/logout' })}>
        Logout
      </MenuItem>
      <MenuItem icon={<MonitorSmartphone size={17} />} onSelect={() => void session.logOut({ everywhere: true })}>
        Log out on all devices
      </MenuItem>
    </MenuContent>
  );
}
