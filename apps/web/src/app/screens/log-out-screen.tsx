import { useLogOut } from '#web/features/auth/index.ts';
import { FullScreen } from './full-screen.tsx';

export function LogOutScreen() {
  useLogOut();
  return <FullScreen busy text="Signing you out…" />;
}
