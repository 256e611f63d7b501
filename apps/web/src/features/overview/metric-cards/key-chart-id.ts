export const keyChartId = 'key-chart';
