export interface RoadmapSearch {
  action?: 'request';
  showRequested?: 'true' | 'false';
}

/** What the address of the roadmap may hold. */
export function roadmapSearch({ action, showRequested }: Record<string, unknown>): RoadmapSearch {
  return {
    ...(action === 'request' && { action }),
    ...((showRequested === 'true' || showRequested === 'false') && { showRequested }),
  };
}

/** What is asked for is shown unless it was hidden. */
export function showsRequested({ showRequested }: RoadmapSearch): boolean {
  return showRequested !== 'false';
}
