type Variables = Record<string, string | undefined>;

/** Old and current names. The old ones work in this release only. */
const renamed = [
  ['ACCOUNTS_AT_ONCE', 'SYNC_CONCURRENCY'],
  ['REQUESTS_PER_MINUTE_AND_ADDRESS', 'RATE_LIMIT_PER_IP'],
  ['REQUESTS_PER_MINUTE_AND_USER', 'RATE_LIMIT_PER_USER'],
  ['META_DAY_ZONE', 'META_INSIGHTS_TIMEZONE'],
  ['METRICS_SECRET', 'METRICS_TOKEN'],
] as const;

function listOldNames(variables: Variables) {
  return renamed.flatMap(([oldName, newName]) => (variables[oldName] ? [{ oldName, newName }] : []));
}

/** Returns one sentence for each old name that is set. */
export function listDeprecations(variables: Variables): string[] {
  return listOldNames(variables).map(
    ({ oldName, newName }) => `${oldName} is deprecated and will stop working in the next release: use ${newName}.`,
  );
}

/** Returns the variables under their current names, and errors for those set differently under both names. */
export function resolveRenamedVariables(variables: Variables) {
  const current = { ...variables };
  const conflicts: { name: string; message: string }[] = [];
  const oldNames = new Map<string, string>();
  for (const { oldName, newName } of listOldNames(variables)) {
    if (current[newName] && current[newName] !== current[oldName])
      conflicts.push({ name: newName, message: `differs from ${oldName}, its old name: set only ${newName}` });
    else if (!current[newName]) oldNames.set(newName, oldName);
    current[newName] ||= current[oldName];
    delete current[oldName];
  }
  return { current, conflicts, oldNames };
}
