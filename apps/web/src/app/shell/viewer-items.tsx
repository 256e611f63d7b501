import { useNavigate } from '@tanstack/react-router';
import { LogOut, MonitorSmartphone, UserRound } from 'lucide-react';
import { useSession } from '#web/features/auth/index.ts';
import { MenuContent, MenuItem } from '#web/ui/menu.tsx';

export function ViewerItems({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const { session } = useSession();
  return (
    <MenuContent close={close}>
      <MenuItem icon={<UserRound size={17} />} onSelect={() => void navigate({ to: '/profile' })}>
        Profile
      </MenuItem>
      <MenuItem icon={<LogOut size={17} />} onSelect={() => void navigate({ to: '/logout' })}>
        Logout
      </MenuItem>
      <MenuItem icon={<MonitorSmartphone size={17} />} onSelect={() => void session.logOut({ everywhere: true })}>
        Log out on all devices
      </MenuItem>
    </MenuContent>
  );
}
