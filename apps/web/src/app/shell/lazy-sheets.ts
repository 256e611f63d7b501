import { lazyPart } from '#web/ui/lazy-part.tsx';

const sheets = () => import('./dock-sheets.tsx');
export const AccountsSheet = lazyPart(async () => (await sheets()).AccountsSheet);
export const MenuSheet = lazyPart(async () => (await sheets()).MenuSheet);
