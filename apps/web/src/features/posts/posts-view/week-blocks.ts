export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
export const blockLabels = ['12a-4a', '4a-8a', '8a-12p', '12p-4p', '4p-8p', '8p-12a'] as const;
