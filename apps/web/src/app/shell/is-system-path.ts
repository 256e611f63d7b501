export function isSystemPath(pathname: string): boolean {
  return pathname === '/system' || pathname.startsWith('/system/');
}
