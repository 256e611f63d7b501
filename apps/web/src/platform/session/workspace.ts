import { type PageStart, type WorkspaceRole, workspaceRoles } from '@tidemark/contract';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../query-keys.ts';

/** The workspace that the page shows, if it is another's, and those to which the user can switch. */
export type Workspaces = Pick<PageStart, 'workspace' | 'workspaces'>;

const own: Workspaces = { workspace: null, workspaces: [] };
let current: string | undefined;

/** Makes all later calls in this workspace: another tab may choose a different one. */
export const enterWorkspace = ({ workspace }: Workspaces) => void (current = workspace?.id);

export const currentWorkspace = () => current;

export function useWorkspaces(): Workspaces {
  return useQuery({ queryKey: queryKeys.workspaces, queryFn: () => own, initialData: own, staleTime: Infinity }).data;
}

/** Returns whether the user may do what this role may, in the workspace that the page shows. */
export function useMay(least: WorkspaceRole): boolean {
  const role = useWorkspaces().workspace?.role ?? 'owner';
  return workspaceRoles.indexOf(role) >= workspaceRoles.indexOf(least);
}
