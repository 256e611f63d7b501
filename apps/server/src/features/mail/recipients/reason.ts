/** Says why a subscriber receives mail: a member chose it, everybody else was added. */
export function toReason(what: string, { sender, isMember }: { sender: string; isMember: boolean }): string {
  return isMember
    ? `You receive ${what} because you chose it as a member of ${sender}’s workspace.`
    : `You receive ${what} because ${sender} added you.`;
}
